import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { issueText } from "#app/features/listings/issue-text.ts";
import { inputsOf } from "#app/features/listings/rules.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import type { FormStepView } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { loader as detail } from "#app/routes/listings/detail.route.tsx";
import { loader as form, action as write } from "#app/routes/listings/form.route.tsx";
import { loader as mine } from "#app/routes/listings/my-listings.route.tsx";
import { loader as individual } from "#app/routes/sell/individual.route.tsx";
import { loader as moved } from "#app/routes/sell/redirects.route.ts";
import { loader as sell } from "#app/routes/sell/sell.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { runTogether } from "#tests/support/races.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { listingOf, photoOf, samples } from "#tests/support/samples.ts";
import { type Fields, faults, faultsIn, type Outcome, refusal, Visitor } from "#tests/support/visitor.ts";

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  await insertRows("postal_codes", {
    country: "NL",
    code: "10",
    place: "Amsterdam",
    latitude: 52.37,
    longitude: 4.9,
  });
});

beforeEach(async () => {
  seller = await person("seller");
  stranger = await person("stranger");
});

function stored(id: string) {
  return db().selectFrom("listings").selectAll().where("id", "=", id).executeTakeFirst();
}

async function count(): Promise<number> {
  const { n } = await db()
    .selectFrom("listings")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const messageOf = (outcome: Outcome) => decodeURIComponent(outcome.headers.get("set-cookie") ?? "");

/** The specification's messages for an empty form (M5.1), with the label in British spelling. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  racket: ["Title is required", "Category is required", "Condition is required", "Price is required"],
  string: [
    "Title is required",
    "Brand is required",
    "Condition is required",
    "Price is required",
    "Type is required",
    "Shipping is required",
  ],
  bag: [
    "Title is required",
    "Condition is required",
    "Color is required",
    "Price is required",
    "Shipping method is required",
  ],
  ball: [
    "Title is required",
    "Brand is required",
    "Number of balls per can is required",
    "Please select a packaging type",
    "Price is required",
    "Shipping method is required",
  ],
  clothes: [
    "Title is required",
    "Brand is required",
    "Gender is required",
    "Type is required",
    "Size is required",
    "Condition is required",
    "Color is required",
    "Price is required",
    "Shipping option is required",
  ],
  accessory: [
    "Title is required",
    "Brand is required",
    "Type is required",
    "Color is required",
    "Price is required",
    "Shipping method is required",
  ],
};

/** The initial values of a new listing that are not empty (M3.8, M5.12, M5.13). */
const INITIAL: Readonly<Record<string, object>> = {
  racket: { transaction_options: ["direct_checkout", "chat", "bid"] },
  string: {
    type: "set",
    shipping: "Pick up",
    negotiation_type: "Fixed price",
    transaction_options: ["direct_checkout", "chat"],
  },
  accessory: { condition: "Unknown" },
};

/** The messages for a signed-out visitor, in the specification's words (M8.1). */
const LOGIN: Readonly<Record<string, readonly [string, string]>> = {
  racket: ["Authentication required", "Please log in to list a racket"],
  string: ["Authentication required", "Please log in to list strings"],
  bag: ["Authentication required", "Please log in to list a bag"],
  ball: ["Please login", "You need to be logged in to sell items."],
  clothes: ["Authentication required", "Please log in to list clothes"],
  accessory: ["Authentication required", "Please log in to list accessories"],
};

/** The page after a listing is saved (M2.30), for types where it is not the listing's page. */
const AFTER: Readonly<Record<string, string>> = { accessory: "/my-listings" };

describe.each(samples)("the form of a $type", ({ type, definition, sample }) => {
  const address = `/sell/${definition.sell}`;
  const pageOf = (id: string) => `/${definition.plural}/${id}`;

  test("is empty at first, except for the country and the defaults of the category [M7.32]", async () => {
    const { data } = await seller.visitor.open(form, address);
    const { values } = data as { values: Record<string, string | string[]> };
    const filled = Object.entries(values).filter(([, value]) => value.length > 0);
    expect(Object.fromEntries(filled)).toEqual({ country: "NL", ...INITIAL[type] });
  });

  test("starts with the country and postal code of the person's last listing", async () => {
    const photo = await photoOf(seller);
    const place = { country: "NL", postalCode: "1071dj" };
    await seller.visitor.submit(write, address, { ...sample.fields, ...place, photo });
    const valuesFor = async ({ visitor }: Person) => {
      const { data } = await visitor.open(form, address);
      return (data as { values: Record<string, string> }).values;
    };
    expect(await valuesFor(seller)).toMatchObject({ country: "NL", postalCode: "1071 DJ" });
    expect(await valuesFor(stranger)).toMatchObject({ country: "NL", postalCode: "" });
  });

  test("stores the input, and redirects with a success message [M1.1 M2.8 M2.35 M2.37 M2.39 M2.45 M7.4 M7.32 M8.12]", async () => {
    const photo = await photoOf(seller);
    const outcome = await seller.visitor.submit(write, address, { ...sample.fields, photo });
    expect(outcome.status).toBe(302);
    expect(messageOf(outcome)).toContain(sentence(definition, "listed"));
    const row = await findRow("listings", { user_id: seller.viewer.id });
    expect(outcome.location).toBe(AFTER[type] ?? pageOf(row.id));
    expect(row).toMatchObject({
      type,
      name: sample.fields.name,
      brand: sample.fields.brand,
      price_cents: sample.cents,
      country: "NL",
      postal_code: "1012AB",
      latitude: 52.37,
      longitude: 4.9,
      attributes: sample.attributes,
    });
    const shown = (await seller.visitor.open(mine, "/my-listings")).data;
    expect(JSON.stringify(shown)).toContain(row.id);
  });

  test("shows an existing listing, and changes it [M1.1 M2.14 M2.15 M2.35 M2.37 M2.39 M2.44 M7.4 M7.5 M7.6 M8.12]", async () => {
    const photo = await photoOf(seller);
    const { id } = await listingOf(seller, type, { photos: [photo] });
    const opened = await seller.visitor.open(form, `${pageOf(id)}/edit`, { id });
    const { values, photos, listing } = opened.data as {
      values: Record<string, string | string[]>;
      photos: { id: string }[];
      listing: string;
    };
    const { country: _, postalCode: __, ...written } = sample.fields;
    for (const [name, value] of Object.entries(written)) {
      const number = definition.fields[name]?.kind === "number" || name === "price";
      const same = number ? Number(String(value).replace(",", ".")) : value;
      expect({ [name]: number ? Number(values[name]) : values[name] }).toEqual({ [name]: same });
    }
    expect(photos.map((one) => one.id)).toEqual([photo]);
    expect(listing).toBe(pageOf(id));
    const outcome = await seller.visitor.submit(
      write,
      `${pageOf(id)}/edit`,
      { ...sample.fields, name: "Changed my mind", price: "1", photo },
      { id },
    );
    expect(outcome).toMatchObject({ status: 302, location: AFTER[type] ?? pageOf(id) });
    expect(messageOf(outcome)).toContain(sentence(definition, "updated"));
    expect(await stored(id)).toMatchObject({
      user_id: seller.viewer.id,
      name: "Changed my mind",
      price_cents: 100,
      attributes: sample.attributes,
    });
  });

  test("says what is missing in the words of the specification, and stores nothing [M5.9 M5.14 M5.15 M5.16 M5.17 M5.18 M5.19 M5.20 M5.21 M5.22 M8.5]", async () => {
    const before = await count();
    const { data } = await seller.visitor.open(form, address);
    const { steps, photosRequiredText } = data as {
      steps: FormStepView[];
      photosRequiredText: string | null;
    };
    const outcome = await seller.visitor.submit(write, address, {});
    expect(outcome.status).toBe(422);
    const error = faultsIn(outcome) ?? {};
    const views = steps.flatMap((step) => step.fields);
    const texts = views
      .filter((view) => view.kind !== "photos")
      .flatMap((view) =>
        inputsOf([view.name]).flatMap((name) => (error[name] ?? []).map((issue) => issueText(issue, view))),
      );
    expect(texts.toSorted()).toEqual([...(REQUIRED[type] ?? [])].toSorted());
    expect(error.photo).toEqual(definition.needsPhoto ? ["required"] : undefined);
    if (definition.needsPhoto)
      expect(photosRequiredText).toMatch(/^Please provide at least one image for your /);
    else expect(photosRequiredText).toBeNull();
    expect(await count()).toBe(before);
  });

  test("redirects signed-out visitors to the sign-in page, and from there back to the form [M2.22 M8.1 M8.2 M8.3 M8.4]", async () => {
    const { id } = await listingOf(seller, type);
    const before = await count();
    const fields = { ...sample.fields, name: "Stolen" };
    for (const [path, params] of [
      [address, {}],
      [`${pageOf(id)}/edit`, { id }],
    ] as const) {
      for (const outcome of [
        await new Visitor().open(form, path, params),
        await new Visitor().submit(write, path, fields, params),
      ]) {
        expect(outcome).toMatchObject({ status: 302, location: `/auth?next=${encodeURIComponent(path)}` });
        for (const text of LOGIN[type] ?? ["nothing"]) expect(messageOf(outcome)).toContain(text);
        expect(messageOf(outcome)).toContain('"kind":"error"');
      }
    }
    expect(await count()).toBe(before);
    expect((await stored(id))?.name).toBe(sample.fields.name);
  });

  test("refuses to change another person's listing, and to use its photos for a new one [M6.5 M8.27 V8.2.2 V8.3.1]", async () => {
    const photo = await photoOf(seller);
    const { id } = await listingOf(seller, type, { photos: [photo] });
    const path = `${pageOf(id)}/edit`;
    expect(await stranger.visitor.open(form, path, { id })).toMatchObject({ status: 403 });
    expect(
      await stranger.visitor.submit(
        write,
        path,
        { ...sample.fields, name: "Stolen", photo: await photoOf(stranger) },
        { id },
      ),
    ).toMatchObject({ status: 403 });
    expect(await stored(id)).toMatchObject({ name: sample.fields.name, user_id: seller.viewer.id });
    const answer = await stranger.visitor.submit(write, address, { ...sample.fields, photo });
    expect(answer.status).toBe(422);
    expect(faultsIn(answer)?.photo).toHaveLength(1);
    expect(await findRows("listings", { user_id: stranger.viewer.id }, ["id"])).toEqual([]);
  });

  test("of an unknown listing shows the specification's not-found message [M2.78 M8.32]", async () => {
    for (const id of ["00000000-0000-7000-8000-000000000000", "not-a-uuid"])
      expect(await seller.visitor.open(form, `${pageOf(id)}/edit`, { id })).toMatchObject(
        refusal(404, sentence(definition, "not_found")),
      );
  });

  test("of a listing that moderators removed is not found, whether it is opened or sent", async () => {
    const { id } = await listingOf(seller, type);
    await updateRows("listings", { id }, { hidden: "removed" });
    const path = `${pageOf(id)}/edit`;
    const notFound = { status: 404, data: { message: sentence(definition, "not_found") } };
    expect(await seller.visitor.open(form, path, { id })).toMatchObject(notFound);
    const fields = { ...sample.fields, photo: await photoOf(seller) };
    expect(await seller.visitor.submit(write, path, fields, { id })).toMatchObject(notFound);
    const { data } = await seller.visitor.open(detail, pageOf(id), { id });
    expect(data).toMatchObject({ listing: { mayEdit: false, mayDelete: true } });
  });

  test("says that saving failed, keeps the input, and hides the database's message [M8.7 M8.8 M8.9 V16.5.1 V16.5.3]", async () => {
    const { id } = await listingOf(seller, type);
    await sql`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'the disk is full'; end $$`.execute(db());
    await sql`create trigger refuse before insert or update on listings for each row execute function refuse()`.execute(
      db(),
    );
    try {
      const photo = await photoOf(seller);
      for (const [path, params, text] of [
        [address, {}, sentence(definition, "list_failed")],
        [`${pageOf(id)}/edit`, { id }, sentence(definition, "update_failed")],
      ] as const) {
        const outcome = await seller.visitor.submit(write, path, { ...sample.fields, photo }, params);
        expect(outcome).toMatchObject({
          status: 500,
          data: { result: { error: { "": [text] }, initialValue: { name: sample.fields.name } } },
        });
        expect(JSON.stringify(outcome.data)).not.toContain("the disk is full");
      }
    } finally {
      await sql`drop trigger refuse on listings`.execute(db());
    }
  });
});

describe("the form of strings", () => {
  test.each([
    ["", undefined],
    ["   ", undefined],
    ["12,2", 12.2],
  ])("stores a length of %j as %s [M5.11]", async (length, value) => {
    const found = samples.find(({ type }) => type === "string");
    const fields = { ...found?.sample.fields, length, photo: await photoOf(seller) };
    expect((await seller.visitor.submit(write, "/sell/strings", fields)).status).toBe(302);
    const row = await findRow("listings", { user_id: seller.viewer.id }, ["attributes"]);
    expect((row.attributes as Record<string, unknown>).length).toBe(value);
  });

  test.each(["NaN", "cheap", ""])("refuses a price of %j instead of storing 0 [M5.10]", async (price) => {
    const found = samples.find(({ type }) => type === "string");
    const fields = { ...found?.sample.fields, price, photo: await photoOf(seller) };
    expect(await seller.visitor.submit(write, "/sell/strings", fields)).toMatchObject(
      faults({ price: [expect.any(String)] }),
    );
  });
});

describe("the form of a new listing that is sent twice", () => {
  const path = "/sell/bag";
  const found = samples.find(({ type }) => type === "bag");
  const send = ({ visitor }: Person, fields: Fields) =>
    visitor.submit(write, path, { ...found?.sample.fields, ...(fields as object) });
  const listings = ({ viewer }: Person) =>
    db()
      .selectFrom("listings")
      .select(["id", "name"])
      .where("user_id", "=", viewer.id)
      .orderBy("id")
      .execute();
  const photosOf = (id: string) => findRows("photos", { listing_id: id }, ["id"]);

  async function clientIdOf({ visitor }: Person): Promise<string> {
    return ((await visitor.open(form, path)).data as { clientId: string }).clientId;
  }

  test("lists the item once, also when its photos were uploaded again or the rate limit is reached", async () => {
    const clientId = await clientIdOf(seller);
    const photo = await photoOf(seller);
    const first = await send(seller, { clientId, photo });
    expect(first.status).toBe(302);
    for (let n = 0; n < 60; n += 1) await secondsToWait("listing_write", seller.viewer.id);
    for (const again of [photo, await photoOf(seller)]) {
      const repeated = await send(seller, { clientId, photo: again });
      expect(repeated).toMatchObject({ status: 302, location: first.location });
    }
    const [listing, ...others] = await listings(seller);
    expect(others).toEqual([]);
    expect(await photosOf(listing?.id ?? "")).toEqual([{ id: photo }]);
  });

  test("lists the item once when the second request arrives while the first is running", async () => {
    const clientId = await clientIdOf(seller);
    const photo = await photoOf(seller);
    // The first request waits for the photo, and the second for the first.
    const settled = await runTogether(sql`select from photos where id = ${photo} for update`, () =>
      [1, 2].map(() => send(seller, { clientId, photo })),
    );
    const [listing, ...others] = await listings(seller);
    expect(others).toEqual([]);
    for (const one of settled)
      expect(one).toMatchObject({ value: { status: 302, location: `/bags/${listing?.id}` } });
    // The repetition does not count towards the rate limit.
    for (let n = 1; n < 60; n += 1) expect(await secondsToWait("listing_write", seller.viewer.id)).toBeNull();
  });

  test("lists two items when the title differs, or when another person sends it", async () => {
    const clientId = await clientIdOf(seller);
    for (const name of ["Bag of the first racket", "Bag of the second racket"])
      await send(seller, { clientId, name, photo: await photoOf(seller) });
    expect((await listings(seller)).map(({ name }) => name)).toEqual([
      "Bag of the first racket",
      "Bag of the second racket",
    ]);
    const name = "Bag of the first racket";
    const { location } = await send(stranger, { clientId, name, photo: await photoOf(stranger) });
    expect(location).toBe(`/bags/${(await listings(stranger))[0]?.id}`);
  });

  test("keeps its id after a refusal, and has another id when it is opened again", async () => {
    const clientId = await clientIdOf(seller);
    const refused = await send(seller, { clientId, price: "-1", photo: [] });
    expect(refused).toMatchObject({ status: 422, data: { result: { initialValue: { clientId } } } });
    expect(await clientIdOf(seller)).not.toBe(clientId);
  });

  test.each(["", "1", `${randomUUID()}0`])("needs no valid id: %j", async (clientId) => {
    const { status } = await send(seller, { clientId, photo: await photoOf(seller) });
    expect(status).toBe(302);
    expect(await listings(seller)).toHaveLength(1);
  });
});

describe("the pages for selling", () => {
  test("can be opened by everybody, and lead to the form of each category [M2.6]", async () => {
    expect((await new Visitor().open(sell, "/sell")).status).toBe(200);
    const { data } = await new Visitor().open(individual, "/sell/individual");
    expect((data as { cards: { to: string; title: string }[] }).cards).toMatchObject([
      { to: "/sell/racket", title: "Rackets" },
      { to: "/sell/strings", title: "Strings" },
      { to: "/sell/bag", title: "Bags" },
      { to: "/sell/balls", title: "Balls" },
      { to: "/sell/clothes", title: "Clothes" },
      { to: "/sell/accessories", title: "Accessories" },
    ]);
  });

  test.each([
    ["/sell/new", "/sell"],
    ["/sellBusiness", "/sell/business"],
    ["/sellbusiness/", "/sell/business"],
    ["/nl/sellBusiness?from=mail", "/sell/business"],
  ])("redirect from %s to %s [A2.74]", async (path, to) => {
    expect(await new Visitor().open(moved, path)).toMatchObject({ status: 301, location: to });
  });
});
