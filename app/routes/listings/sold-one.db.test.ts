import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action } from "./detail.route.tsx";

const NONE_LEFT = { message: "None left", toast: { title: "Error", description: "None left" } };

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  [seller, stranger] = [await person("seller"), await person("stranger")];
});

function pathOf({ type, id }: ListingKey): string {
  return `/${CATEGORIES.find((category) => category.type === type)?.plural}/${id}`;
}

async function stocked(type: string, quantity: number, owner = seller): Promise<ListingKey> {
  const key = await listingOf(owner, type);
  await updateRows("listings", { id: key.id }, { quantity });
  return key;
}

async function quantityOf({ id }: ListingKey): Promise<number | undefined> {
  const row = await db().selectFrom("listings").select("quantity").where("id", "=", id).executeTakeFirst();
  return row?.quantity;
}

/** Sends what the page's script sends. */
function ask({ visitor }: { visitor: Visitor }, key: ListingKey, intent = "sold") {
  return visitor.submit(action, pathOf(key), { intent }, { id: key.id });
}

/** Sends what the form without JavaScript sends. */
function navigate({ visitor }: { visitor: Visitor }, key: ListingKey, prefix = "") {
  const body = new URLSearchParams({ intent: "sold" });
  const headers = { "sec-fetch-mode": "navigate" };
  const request = visitor.request(prefix + pathOf(key), { method: "POST", body, headers });
  return visitor.run(action, request, { id: key.id });
}

describe("selling one piece on the listing's page", () => {
  test.each(CATEGORIES.map(({ type }) => type))(
    "counts a %s down to none, and can be undone",
    async (type) => {
      const key = await stocked(type, 2);
      expect(await ask(seller, key)).toMatchObject({ status: 200, data: { value: 1 } });
      expect(await ask(seller, key)).toMatchObject({ status: 200, data: { value: 0 } });
      expect(await ask(seller, key)).toMatchObject({ status: 409, data: NONE_LEFT });
      expect(await quantityOf(key)).toBe(0);
      expect(await ask(seller, key, "unsold")).toMatchObject({ status: 200, data: { value: 1 } });
      expect(await quantityOf(key)).toBe(1);
    },
  );

  test("requires the listing's owner", async () => {
    const key = await stocked("racket", 2);
    for (const intent of ["sold", "unsold"]) {
      expect(await ask(stranger, key, intent)).toMatchObject({
        status: 403,
        data: { toast: { title: "Error", description: "This is not your listing." } },
      });
      expect(await ask({ visitor: new Visitor() }, key, intent)).toMatchObject({
        status: 302,
        location: `/auth?next=${encodeURIComponent(pathOf(key))}`,
      });
    }
    expect(await quantityOf(key)).toBe(2);
  });

  test("responds with 404 when the listing is deleted or unknown", async () => {
    const key = await stocked("bag", 1);
    await db().deleteFrom("listings").where("id", "=", key.id).execute();
    for (const missing of [
      key,
      { type: "bag", id: "none" },
      { ...(await stocked("racket", 1)), type: "bag" },
    ])
      expect(await ask(seller, missing)).toMatchObject({ status: 404 });
  });

  test("by six requests at the same time sells the last piece once", async () => {
    const key = await stocked("ball", 1);
    const sales = await Promise.all(Array.from({ length: 6 }, () => ask(seller, key)));
    expect(sales.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await quantityOf(key)).toBe(0);
  });

  test("is rate limited", async () => {
    const owner = await person("owner");
    const key = await stocked("racket", 5, owner);
    for (let n = 0; n < 1_200; n += 1) await secondsToWait("stock_write", owner.viewer.id);
    expect((await ask(owner, key)).status).toBe(429);
    expect(await quantityOf(key)).toBe(5);
  });
});

describe("selling one piece without JavaScript", () => {
  test("returns to the page, in its language", async () => {
    const key = await stocked("racket", 3);
    // The location has no language: React Router adds the prefix of the request's language later.
    for (const prefix of ["", "/de", "/en-us"])
      expect(await navigate(seller, key, prefix)).toMatchObject({ status: 302, location: pathOf(key) });
    expect(await quantityOf(key)).toBe(0);
  });

  test("shows on the page why it failed", async () => {
    const key = await stocked("racket", 0);
    expect(await navigate(seller, key)).toMatchObject({ status: 409, data: NONE_LEFT });
    expect((await navigate(stranger, key)).status).toBe(403);
    expect((await navigate({ visitor: new Visitor() }, key)).location).toContain("/auth?next=");
  });
});
