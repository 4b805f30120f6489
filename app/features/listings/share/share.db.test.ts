import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as listingPicture } from "#app/routes/share/listing-picture.route.ts";
import { loader as shopPicture } from "#app/routes/share/shop-picture.route.ts";
import { testDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { stopDrawing } from "./draw-queue.server.ts";

let seller: Person;
const visitor = new Visitor();

beforeAll(async () => {
  await testDatabase();
  seller = await person("seller");
});
afterAll(stopDrawing);

async function metaOf(id: string) {
  const context: RequestContext = { id: "told", locale: "en-GB" };
  await inRequest(context, () => visitor.open(detail, `/rackets/${id}`, { id }));
  return context.pageMeta?.();
}

async function pictureOf(id: string): Promise<string> {
  return (await metaOf(id))?.openGraph?.picture?.href.replace(env().baseUrl, "") ?? "";
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const [, , plural = "", id = "", file = ""] = path.split("/");
  const request = visitor.request(path, { headers });
  const args = { request, params: plural === "shop" ? { file: id } : { plural, id, file } };
  return (plural === "shop" ? shopPicture : listingPicture)(args as never);
}

test("the share picture of a listing is 1200 x 630, cached permanently, and can be revalidated", async () => {
  const { id } = await listingOf(seller, "racket", {
    name: "Schläger für Übungsstunden 🎾",
  });
  const path = await pictureOf(id);
  const answer = await open(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 1200, height: 630 });
  const again = await open(path, { "if-none-match": answer.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("another price makes another picture; the old URL serves the current picture, with a short cache time", async () => {
  const { id } = await listingOf(seller, "racket");
  const before = await pictureOf(id);
  await db().updateTable("listings").set({ price_cents: 9_900 }).where("id", "=", id).execute();
  const after = await pictureOf(id);
  expect(after).not.toBe(before);
  const old = await open(before);
  expect(old.headers.get("cache-control")).toBe("public, max-age=300");
  expect(old.headers.get("etag")).toBe(`"${/(\w+)\.jpg$/.exec(after)?.[1]}"`);
});

test("a visitor can request the same picture 150 times: the rate limit counts only drawings", async () => {
  const greedy = new Visitor();
  const ask = (n: number) => {
    const request = greedy.request(`/og/shop/${n}.jpg`);
    return shopPicture({ request, params: { file: `${n}.jpg` } } as never);
  };
  const answers = await Promise.all(Array.from({ length: 150 }, (_, n) => ask(n)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("an unknown listing has no picture", async () => {
  const gone = "0197f3a0-0000-7000-8000-000000000000";
  for (const path of [`/og/rackets/${gone}/a.jpg`, "/og/rackets/nonsense/a.jpg", `/og/cars/${gone}/a.jpg`])
    expect((await open(path)).status).toBe(404);
});
