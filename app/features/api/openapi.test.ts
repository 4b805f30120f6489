import { expect, test } from "vitest";
import { z } from "zod";
import { euros, eurosOf } from "./fields.ts";
import { describeApi } from "./openapi.server.ts";
import { operation } from "./operation.server.ts";

function descriptionOf(status: Parameters<typeof operation>[0]["status"]) {
  const added = operation({
    method: "POST",
    path: "/things",
    id: "addThing",
    summary: "Adds a thing.",
    access: "anyone",
    body: z.strictObject({ price: euros, pieces: z.number().multipleOf(5) }),
    answer: z.object({ price: euros }),
    ...(status !== undefined && { status }),
    run: async () => ({ price: 1 }),
  });
  const list = operation({
    method: "GET",
    path: "/things",
    id: "listThings",
    summary: "The things.",
    access: "anyone",
    answer: z.object({ price: euros }),
    run: async () => ({ price: 1 }),
  });
  return describeApi({ base: "/api/test", operations: [added, list] }, { url: "", version: "1" });
}

test("names each status that an operation answers with", () => {
  const statuses = (status?: Parameters<typeof descriptionOf>[0]) =>
    Object.keys(descriptionOf(status).paths["/things"]?.post?.responses ?? {});
  expect(statuses()).toEqual(["200", "default"]);
  expect(statuses(201)).toEqual(["201", "default"]);
  expect(statuses([201, 200])).toEqual(["200", "201", "default"]);
});

test("says that what was read can be compared, for reading and for writing", () => {
  const { get, post } = descriptionOf(undefined).paths["/things"] ?? {};
  expect(Object.keys(get?.responses ?? {})).toEqual(["200", "304", "default"]);
  expect(get?.parameters.map(({ name }) => name)).toEqual(["If-None-Match"]);
  expect(post?.parameters.map(({ name }) => name)).toEqual(["Idempotency-Key", "If-Match"]);
});

test("a problem may have members beside those of all", () => {
  expect(descriptionOf(undefined).components.schemas.Problem).toMatchObject({ additionalProperties: {} });
});

test("no amount in cents is refused by who divides it, as validators of JSON Schema do", () => {
  const text = JSON.stringify(descriptionOf(undefined));
  expect(text.match(/"multipleOf":[\d.]+/g)).toEqual(['"multipleOf":5']);
  // The shop itself still takes no part of a cent.
  for (let cents = 0; cents < 1_000; cents++) expect(euros.safeParse(eurosOf(cents)).success).toBe(true);
  expect(euros.safeParse(0.295).success).toBe(false);
});
