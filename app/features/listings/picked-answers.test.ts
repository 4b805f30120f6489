import { expect, test } from "vitest";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { notDoneAfter } from "./picked-answers.server.ts";

const after = (error: unknown) =>
  notDoneAfter(error, "Failed to update the cart", "a cart could not be changed");

test("a change that failed is answered with the reason of its refusal, or else with 500", () => {
  const refusal = new Refused("too_often", { seconds: 60 });
  expect(after(refusal)).toMatchObject({
    init: { status: 429 },
    data: { ok: false, message: refusal.message },
  });
  const failure = { init: { status: 500 }, data: { ok: false, message: "Failed to update the cart" } };
  expect(after(new Error("no such table"))).toMatchObject(failure);
});

test("an outage of the database is thrown, so that the response is 503", () => {
  expect(() => after(new DatabaseUnavailable("ECONNREFUSED"))).toThrow(DatabaseUnavailable);
});
