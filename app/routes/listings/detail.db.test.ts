import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { ListingDetail } from "#app/features/listings/view.ts";
import { getLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, updateRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { refusal, Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./detail.route.tsx";

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  seller = await person("seller");
  stranger = await person("stranger");
});

interface Page {
  listing: ListingDetail;
}

type Key = { type: string; id: string };

function pathOf({ type, id }: Key): string {
  return `/${CATEGORIES.find((category) => category.type === type)?.plural}/${id}`;
}

function open(visitor: Visitor, key: Key) {
  return visitor.open(loader, pathOf(key), { id: key.id });
}

async function read(visitor: Visitor, key: Key): Promise<Page> {
  return (await open(visitor, key)).data as Page;
}

function remove(visitor: Visitor, key: Key, intent = "delete") {
  return visitor.submit(action, pathOf(key), { intent }, { id: key.id });
}

const REMOVED = "The listing might have been removed.";
const NOWHERE = "00000000-0000-7000-8000-000000000000";

describe.each([
  ["racket", "Racket not found", "A racket listing", "racket"],
  ["bag", `Bag not found. ${REMOVED}`, "A bag listing", "bag"],
  ["clothes", `Clothes item not found. ${REMOVED}`, "Clothes listing", "clothes"],
  ["string", "Item Not Found", "Strings listing", "strings"],
  ["ball", `Ball listing not found. ${REMOVED}`, "Ball listing", "ball"],
  ["accessory", `Accessory not found. ${REMOVED}`, "Accessory listing", "accessory"],
])("the page of a %s", (type, notFound, deleted, word) => {
  const plural = CATEGORIES.find((category) => category.type === type)?.plural;

  test("that is unknown says so, and links to all listings of its category [M2.79 M2.80 M2.81 M2.82 M2.83]", async () => {
    for (const id of [NOWHERE, "not-an-id"]) {
      expect(await open(new Visitor(), { type, id })).toMatchObject({
        status: 404,
        data: { message: notFound, link: { to: `/${plural}`, text: expect.stringMatching(/^Browse all /) } },
      });
    }
  });

  test("lets only the owner delete the listing, and confirms the deletion on the page of their listings [M2.78 M4.7 M6.5 M7.7 M8.27 M8.28 M8.29 M8.30 V8.2.2 V8.3.1]", async () => {
    const key = await listingOf(seller, type);
    expect(await remove(new Visitor(), key)).toMatchObject({
      status: 302,
      location: `/auth?next=${encodeURIComponent(pathOf(key))}`,
    });
    expect(await remove(stranger.visitor, key)).toMatchObject({
      status: 403,
      data: { message: "This is not your listing.", toast: { title: `Error deleting ${word} listing` } },
    });
    expect(await remove(seller.visitor, key, "something else")).toMatchObject({
      status: 400,
      data: { toast: { title: "Error", description: "This form could not be read. Please try again." } },
    });
    expect((await open(stranger.visitor, key)).status).toBe(200);

    const gone = await remove(seller.visitor, key);
    expect(gone).toMatchObject({ status: 302, location: "/my-listings" });
    const message = decodeURIComponent(gone.headers.get("set-cookie") ?? "");
    expect(message).toContain(`"${deleted} deleted successfully"`);
    expect(message).toContain("You will be redirected to your listings page");
    expect(await findRows("listings", { id: key.id }, ["id"])).toEqual([]);
    expect(await open(stranger.visitor, key)).toMatchObject(refusal(410, notFound));
    expect(await remove(seller.visitor, key)).toMatchObject({ status: 404 });
  });

  test("lets the owner edit the listing, and others buy or chat as the listing allows [M2.12]", async () => {
    const key = await listingOf(seller, type);
    for (const { visitor } of [{ visitor: new Visitor() }, stranger]) {
      const { listing } = await read(visitor, key);
      expect(listing).toMatchObject({ own: false, mayEdit: false, mayDelete: false });
      const options = ["racket", "string"].includes(type) ? ["direct_checkout", "chat"] : ["chat"];
      expect(listing.actions).toEqual(options);
    }
    expect((await read(seller.visitor, key)).listing).toMatchObject({
      own: true,
      mayEdit: true,
      mayDelete: true,
    });
  });
});

describe("the number of pieces", () => {
  async function stocked(type: string, quantity: number): Promise<Key> {
    const key = await listingOf(seller, type, {
      attributes:
        type === "racket" || type === "string"
          ? { transaction_options: ["direct_checkout", "chat", "bid"] }
          : {},
    });
    await updateRows("listings", { id: key.id }, { quantity });
    return key;
  }

  test.each(CATEGORIES.map(({ type }) => type))("is shown for a %s when there are several", async (type) => {
    const [one, many, none] = [await stocked(type, 1), await stocked(type, 1_200), await stocked(type, 0)];
    const buyer = stranger.visitor;
    expect((await read(buyer, one)).listing).toMatchObject({ status: "available", available: null });
    expect((await read(buyer, many)).listing).toMatchObject({
      status: "available",
      available: "1,200 available",
    });
    expect((await read(buyer, none)).listing).toMatchObject({ status: "sold", available: null });
  });

  test("decides what others can do: visitors can ask about a sold listing, but not buy or bid", async () => {
    const [one, none] = [await stocked("racket", 1), await stocked("racket", 0)];
    expect((await read(stranger.visitor, one)).listing.actions).toEqual(["direct_checkout", "chat", "bid"]);
    expect((await read(stranger.visitor, none)).listing.actions).toEqual(["chat"]);
    expect((await read(seller.visitor, none)).listing).toMatchObject({ mayEdit: true, mayDelete: true });
  });
});

describe("the details", () => {
  const rowsOf = async (key: Key) =>
    new Map((await read(new Visitor(), key)).listing.rows.map((row) => [row.label, row]));

  test("say how a racket was weighed, and have rows only for what is known", async () => {
    const rows = await rowsOf(
      await listingOf(seller, "racket", { attributes: { weight: 322, weighed: "Strung" } }),
    );
    const texts = ["Weight", "Balance", "Swingweight", "Head size", "Length", "Strung in"].map(
      (label) => rows.get(label)?.value,
    );
    const strung = ["322 g (strung)", "320 mm (strung)", "325 kg·cm² (strung)"];
    expect(texts).toEqual([...strung, "98 sq in", "27 in", "November 2026"]);
    const { id } = await racketOf(seller, { attributes: { weight: 305 } });
    const few = await rowsOf({ type: "racket", id });
    expect(few.get("Weight")?.value).toBe("305 g");
    expect(["Length", "Frame", "Head size", "Brand"].filter((label) => few.has(label))).toEqual(["Brand"]);
  });

  test.each([
    ["racket", "Like New", "Played a few hours at most. No marks."],
    ["string", "Poor", "Old or kinked. For trying out."],
    ["clothes", "Used", "Used. The seller says no more: look at the photos."],
  ])("say what the condition of a %s means: %s", async (type, condition, meaning) => {
    const rows = await rowsOf(await listingOf(seller, type, { attributes: { condition } }));
    expect(rows.get("Condition")).toMatchObject({ meaning });
    expect(rows.get("Brand")).not.toHaveProperty("meaning");
  });
});

test("a cached page depends on its type, reviews and traders; with the rows below it, on every type", async () => {
  const key = await listingOf(seller, "bag");
  const tagsOf = async (visitor: Visitor, query = "") => {
    const context: RequestContext = { id: "kept", locale: "en-GB" };
    await inRequest(context, () => visitor.open(loader, pathOf(key) + query, { id: key.id }));
    return context.cacheTags;
  };
  expect(await tagsOf(new Visitor())).toEqual(["bag", "reviews", "sellers"]);
  const all = ["reviews", "sellers", ...CATEGORIES.map(({ type }) => type)];
  expect((await tagsOf(new Visitor(), "?related"))?.toSorted()).toEqual(all.toSorted());
  expect(await tagsOf(stranger.visitor)).toBeUndefined();
  await withoutTable("bags", async () => {
    expect(await read(new Visitor(), key)).toMatchObject({ listing: { id: key.id } });
    expect(await tagsOf(new Visitor())).toHaveLength(3);
    expect(await tagsOf(new Visitor(), "?related")).toBeUndefined();
  });
});

test("a deleted listing is gone (410), an unknown one is not found (404), and both pages offer the newest", async () => {
  const key = await listingOf(seller, "racket");
  const available = await listingOf(stranger, "racket");
  await remove(seller.visitor, key);
  const offered = expect.arrayContaining([expect.objectContaining({ id: available.id })]);
  expect(await open(new Visitor(), key)).toMatchObject({ status: 410, data: { cards: offered } });
  const never = { type: "racket", id: NOWHERE };
  expect(await open(new Visitor(), never)).toMatchObject({ status: 404, data: { cards: offered } });
  // A racket's id is unknown among strings.
  expect(await open(new Visitor(), { type: "string", id: key.id })).toMatchObject({ status: 404 });
});

test("structured data has the price, the postal area and a real brand, but no full postal code", async () => {
  const metaOf = async (brand: string) => {
    const key = await listingOf(seller, "racket", { brand, cents: 18_900 });
    await updateRows("listings", { id: key.id }, { country: "NL", postal_code: "1012AB" });
    const context: RequestContext = { id: "", locale: "en-GB" };
    return inRequest(context, async () => {
      await new Visitor().open(loader, pathOf(key), { id: key.id });
      return context.pageMeta?.();
    });
  };
  const named = await metaOf("Wilson");
  expect(named?.structuredData[0]).toMatchObject({
    "@type": "Product",
    brand: { name: "Wilson" },
    offers: {
      price: "189.00",
      priceCurrency: "EUR",
      availability: "https://schema.org/InStock",
      availableAtOrFrom: { address: { postalCode: "1012", addressCountry: "NL" } },
    },
  });
  expect(JSON.stringify(named)).not.toContain("1012AB");
  const other = await metaOf("Other");
  expect(other?.structuredData[0]).not.toHaveProperty("brand");
  expect(JSON.stringify(other?.openGraph)).not.toContain("product:brand");
});

test("the brand Other is translated among the facts, and does not stand above the name", async () => {
  const key = await listingOf(seller, "accessory", { brand: "Other" });
  const original = getLocale();
  overwriteGetLocale(() => "nl");
  try {
    const { listing } = await read(new Visitor(), key);
    expect(listing.rows).toContainEqual({ label: "Merk", value: "Anders" });
    expect(listing.brand).toBeNull();
    expect(JSON.stringify(listing)).not.toContain('"Other"');
  } finally {
    overwriteGetLocale(() => original);
  }
});
