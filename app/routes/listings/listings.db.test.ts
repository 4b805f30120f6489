import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { LISTING_CHANGES_JOB } from "#app/features/listings/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { startJobs, stopJobs } from "#app/platform/jobs.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { faultsIn, Visitor } from "#tests/support/visitor.ts";
import { loader as browse } from "./browse.route.tsx";
import { loader as detail, action as detailAction } from "./detail.route.tsx";
import { loader as form, action as write } from "./form.route.tsx";
import { loader as mine } from "./my-listings.route.tsx";

let seller: Person;
let stranger: Person;

const database = openDatabase(async () => {
  await insertRows("postal_codes", {
    country: "NL",
    code: "1012",
    place: "Amsterdam",
    latitude: 52.37,
    longitude: 4.9,
  });
  seller = await person("seller");
  stranger = await person("stranger");
});

async function fieldsOf(owner: Person, change: Record<string, string | string[]> = {}) {
  return {
    name: "Blade 98 16x19",
    brand: "Wilson",
    category: "senior",
    condition: "Like New",
    price: "149.50",
    headsize: "98",
    weight: "305",
    gripsize: "3",
    description: "Played one summer.",
    country: "NL",
    postalCode: "1012 AB",
    transaction_options: ["chat", "bid"],
    photo: [await photoOf(owner)],
    ...change,
  };
}

async function list(owner: Person, change: Record<string, string | string[]> = {}): Promise<string> {
  const outcome = await owner.visitor.submit(write, "/sell/racket", await fieldsOf(owner, change));
  expect(outcome.status).toBe(302);
  return outcome.location?.split("/").at(-1) ?? "";
}

function stored(id: string) {
  return db().selectFrom("listings").selectAll().where("id", "=", id).executeTakeFirst();
}

async function count(): Promise<number> {
  const { n } = await db()
    .selectFrom("listings")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

describe("listing a racket", () => {
  test("stores the input, with its photos in order, and shows it on its page [M2.7 M2.11 M2.30 M2.72 M2.76 M3.1 M6.4 M7.2 M7.3]", async () => {
    const photo = [await photoOf(seller), await photoOf(seller)];
    const outcome = await seller.visitor.submit(write, "/sell/racket", await fieldsOf(seller, { photo }));
    expect(outcome.status).toBe(302);
    expect(outcome.location).toMatch(/^\/rackets\/[0-9a-f-]{36}$/);
    const id = outcome.location?.split("/").at(-1) ?? "";
    expect(await stored(id)).toMatchObject({
      type: "racket",
      user_id: seller.viewer.id,
      name: "Blade 98 16x19",
      brand: "Wilson",
      price_cents: 14950,
      country: "NL",
      postal_code: "1012AB",
      latitude: 52.37,
      town: "Amsterdam",
      approximate: false,
      attributes: {
        category: "senior",
        condition: "Like New",
        headsize: 98,
        weight: 305,
        gripsize: "3",
        transaction_options: ["chat", "bid"],
      },
    });
    const page = await new Visitor().open(detail, `/rackets/${id}`, { id });
    expect(page.data).toMatchObject({
      listing: {
        name: "Blade 98 16x19",
        price: "€149.50",
        place: "1012 Amsterdam, NL",
        actions: ["chat", "bid"],
        photos: photo.map((one) => ({ id: one })),
        own: false,
      },
    });
  });

  test("shows others only the postal area of its location, and no email address [M1.4]", async () => {
    const id = await list(seller);
    for (const visitor of [new Visitor(), stranger.visitor]) {
      const text = JSON.stringify((await visitor.open(detail, `/rackets/${id}`, { id })).data);
      const found = JSON.stringify((await visitor.open(browse, "/rackets")).data);
      for (const secret of ["1012AB", "52.37", seller.viewer.email]) {
        expect(text).not.toContain(secret);
        expect(found).not.toContain(secret);
      }
    }
  });

  test("refuses an unknown postal code, at its field [V2.1.2 V2.2.3]", async () => {
    const outcome = await seller.visitor.submit(
      write,
      "/sell/racket",
      await fieldsOf(seller, { postalCode: "9999 ZZ" }),
    );
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ postalCode: ["We do not know this postal code"] });
  });

  test("reports the faults of all fields together, and keeps the input [M5.8]", async () => {
    const before = await count();
    const outcome = await seller.visitor.submit(write, "/sell/racket", {
      name: "",
      price: "free",
      weight: "10000",
      category: "senior",
      description: "kept",
    });
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({
      name: ["required"],
      price: ["not_an_amount"],
      weight: ["range:250:400"],
      condition: ["required"],
      photo: ["required"],
    });
    expect(outcome.data).toMatchObject({
      result: { initialValue: { price: "free", weight: "10000", description: "kept" } },
    });
    expect(await count()).toBe(before);
  });

  test("accepts any input or refuses it with a fault at a field, never fails, and stores nothing that it refuses [V1.4.2 V2.2.1 V2.2.2 V15.3.6]", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.constantFrom(
        "\u0000",
        "<script>alert(1)</script>",
        "🎾".repeat(61),
        "\u202eتنس",
        "-1",
        "1e309",
        "NaN",
        "999999999999",
        "toString",
        "__proto__",
        "'; drop table listings; --",
      ),
    );
    const known = await fieldsOf(seller);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(known), "user_id", "__proto__", "id"),
        text,
        async (field, value) => {
          const before = await count();
          const outcome = await seller.visitor.submit(write, "/sell/racket", {
            ...known,
            photo: [await photoOf(seller)],
            [field]: value,
          });
          expect([302, 422, 429]).toContain(outcome.status);
          expect(await count()).toBe(before + (outcome.status === 302 ? 1 : 0));
        },
      ),
      { numRuns: 40 },
    );
    const { n } = await db()
      .selectFrom("listings")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("user_id", "!=", seller.viewer.id)
      .executeTakeFirstOrThrow();
    expect(n).toBe(0);
    await db().deleteFrom("rate_limits").execute();
  });
});

test("a person who writes too often is told so in the form, which keeps the input", async () => {
  const often = await person("often");
  const fields = await fieldsOf(often);
  for (let n = 0; n < 60; n += 1) await secondsToWait("listing_write", often.viewer.id);
  const outcome = await often.visitor.submit(write, "/sell/racket", fields);
  expect(outcome.status).toBe(429);
  expect(faultsIn(outcome)).toEqual({ "": [expect.stringContaining("try again")] });
  expect(JSON.stringify(outcome.data)).toContain(String(fields.name));
});

describe("a body that the form does not send", () => {
  test("is read only by the names of the form's fields: photo[1000000] builds no list of a million entries", async () => {
    const { photo: _, ...fields } = await fieldsOf(seller);
    const hostileFields = {
      "photo[1000000]": "x",
      "name[1000000]": "x",
      __intent__: "no JSON",
      __state__: "no JSON",
    };
    const outcome = await seller.visitor.submit(write, "/sell/racket", { ...fields, ...hostileFields });
    expect(outcome.status).toBe(422);
    expect(Object.keys(faultsIn(outcome) ?? {})).toEqual(["photo"]);
    expect(JSON.stringify(outcome.data).length).toBeLessThan(10_000);
  });

  test.each([
    ["a body that is not a form", "application/json", "{}"],
    ["an incomplete form", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data"],
  ])("is refused: %s", async (_what, type, body) => {
    const id = await list(seller);
    for (const [path, action, params] of [
      ["/sell/racket", write, {}],
      [`/rackets/${id}/edit`, write, { id }],
      [`/rackets/${id}`, detailAction, { id }],
    ] as const) {
      const request = seller.visitor.request(path, {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect((await seller.visitor.run(action, request, params)).status).toBe(400);
    }
    expect(await stored(id)).toBeDefined();
  });
});

describe("the database checks attributes against the definition, and [V2.2.3]", () => {
  test.each([
    ["a missing condition", { category: "senior" }],
    ["an unknown key", { category: "senior", condition: "Good", sole: "clay" }],
    ["an unknown value", { category: "senior", condition: "Mint" }],
    ["a number out of range", { category: "senior", condition: "Good", weight: 249 }],
    ["a junior's weight on a senior", { category: "senior", condition: "Good", weight: 220 }],
    ["a senior's grip on a junior", { category: "junior", condition: "Good", gripsize: "4" }],
    ["a number as text", { category: "senior", condition: "Good", weight: "300" }],
    ["a fraction of a gram", { category: "senior", condition: "Good", weight: 300.5 }],
    ["null", { category: "senior", condition: "Good", color: null }],
    ["an unknown option", { category: "senior", condition: "Good", transaction_options: ["steal"] }],
    ["no object", ["senior", "Good"]],
  ])("refuses %s [M3.3 M5.6 M5.7 M9.3]", async (_what, attributes) => {
    const inserting = insertRows("listings", {
      type: "racket",
      user_id: seller.viewer.id,
      name: "x",
      price_cents: 1,
      attributes: JSON.stringify(attributes),
    });
    await expect(inserting).rejects.toThrow(/rackets_attributes|non-object/);
  });
});

describe("editing a listing", () => {
  test("changes it, and searches show the new values immediately [M2.13 M2.20 M2.21 M2.29 M4.2 M6.4 M7.3]", async () => {
    const id = await list(seller);
    const opened = await seller.visitor.open(form, `/rackets/${id}/edit`, { id });
    expect(opened.data).toMatchObject({
      title: "Edit your racket",
      values: { name: "Blade 98 16x19", price: "149.50", weight: "305" },
    });
    const { photos } = opened.data as { photos: { id: string }[] };
    const fields = await fieldsOf(seller, {
      name: "Blade 98, restrung",
      price: "120",
      photo: photos.map((one) => one.id),
    });
    const outcome = await seller.visitor.submit(write, `/rackets/${id}/edit`, fields, { id });
    expect(outcome).toMatchObject({ status: 302, location: `/rackets/${id}` });
    expect(await stored(id)).toMatchObject({ name: "Blade 98, restrung", price_cents: 12000 });
    const found = (await new Visitor().open(browse, "/rackets?q=restrung")).data as {
      cards: { id: string; price: string }[];
    };
    expect(found.cards).toMatchObject([{ id, price: "€120.00" }]);
  });
});

describe("the page of a person's listings", () => {
  test("shows their own and nobody else's [A2.8 A7.34 M2.3]", async () => {
    const other = await person("other");
    const id = await list(other);
    expect((await other.visitor.open(mine, "/my-listings")).data).toMatchObject({
      sections: [{ type: "racket", title: "My Rackets", cards: [{ id, own: true }] }],
    });
    expect(JSON.stringify((await stranger.visitor.open(mine, "/my-listings")).data)).not.toContain(id);
  });
});

test("a new listing starts the job of changes only if somebody saved a search", async () => {
  onTestFinished(stopJobs);
  await db().deleteFrom("listing_changes").execute();
  await startJobs(database.url, { [LISTING_CHANGES_JOB]: { work: async () => {} } });
  const started = async () => {
    const { rows } = await sql`select from pgboss.job where name = ${LISTING_CHANGES_JOB}`.execute(db());
    return rows.length;
  };
  await list(seller);
  await insertRows("saved_searches", {
    user_id: stranger.viewer.id,
    address: "/rackets",
    name: "Rackets",
    words: "",
  });
  await list(seller);
  await vi.waitFor(async () => expect(await started()).toBeGreaterThan(0), { timeout: 10_000 });
  expect(await started()).toBe(1);
});
