import { expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { RelatedView } from "#app/features/listings/view.ts";
import { getLocale, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, updateRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf, relatedOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader } from "./related.route.ts";

let seller: Person;
let stranger: Person;

openDatabase(async () => {
  seller = await person("seller");
  stranger = await person("stranger");
});

type Key = { type: string; id: string };
type Row = Exclude<keyof RelatedView, "favorites">;

function open(visitor: Visitor, key: Key) {
  return visitor.open(loader, `/listings/related?${new URLSearchParams(key)}`);
}

async function namesOf(visitor: Visitor, key: Key, row: Row): Promise<string[]> {
  return (await relatedOf(visitor, key))[row].map((card) => card.name);
}

test("similar listings are of the same type, the most similar first, without those of the seller and the viewer", async () => {
  const [other, viewer] = [await person("other"), await person("viewer")];
  const shown = await listingOf(seller, "ball", { brand: "Penn", cents: 1_000 });
  await listingOf(seller, "ball", { brand: "Penn", cents: 1_000 });
  await listingOf(viewer, "ball", { brand: "Penn", cents: 1_000, name: "Mine" });
  await listingOf(other, "bag", { brand: "Penn", cents: 1_000 });
  for (const [name, change] of [
    ["Another brand", { brand: "Head", cents: 1_000 }],
    ["Far dearer", { brand: "Head", cents: 90_000 }],
    ["The same", { brand: "Penn", cents: 1_000 }],
    ["A little dearer", { brand: "Penn", cents: 1_200 }],
  ] as const) {
    await listingOf(other, "ball", { name, ...change });
  }
  const expected = ["The same", "A little dearer", "Another brand", "Far dearer"];
  expect(await namesOf(viewer.visitor, shown, "similar")).toEqual(expected);
  expect(await namesOf(new Visitor(), shown, "similar")).toContain("Mine");
});

test("there are at most six similar listings, which are compared by the attributes that cards show", async () => {
  const other = await person("other");
  const shown = await listingOf(seller, "accessory", { cents: 500 });
  for (let n = 0; n < 8; n += 1)
    await listingOf(other, "accessory", { cents: 500, attributes: { type: "Other" } });
  const alike = await listingOf(other, "accessory", { cents: 500 });
  const { similar } = await relatedOf(new Visitor(), shown);
  expect(similar).toHaveLength(6);
  expect(similar[0]?.id).toBe(alike.id);
});

test("the seller's six newest other listings are of all types, but are not shown to the seller", async () => {
  const rich = await person("rich");
  const keys: Key[] = [];
  for (const { type } of [...CATEGORIES, ...CATEGORIES]) keys.push(await listingOf(rich, type));
  const [newest] = keys.slice(-1);
  if (!newest) throw new Error("nothing was listed");
  const { sellers } = await relatedOf(new Visitor(), newest);
  const expected = keys.slice(0, -1).reverse().slice(0, 6);
  expect(sellers.map((card) => card.id)).toEqual(expected.map(({ id }) => id));
  expect((await relatedOf(rich.visitor, newest)).sellers).toEqual([]);
});

test("the viewer's favourites are marked", async () => {
  const [other, fan] = [await person("other"), await person("fan")];
  const shown = await listingOf(other, "clothes");
  const liked = await listingOf(other, "bag");
  await insertRows("favorites", { user_id: fan.viewer.id, listing_type: "bag", listing_id: liked.id });
  expect((await relatedOf(fan.visitor, shown)).favorites).toEqual([liked.id]);
  expect((await relatedOf(new Visitor(), shown)).favorites).toEqual([]);
});

test("the brand Other does not stand on a card", async () => {
  const key = await listingOf(seller, "string", { brand: "Other" });
  await listingOf(stranger, "string", { brand: "Other" });
  const original = getLocale();
  overwriteGetLocale(() => "nl");
  try {
    const { similar } = await relatedOf(new Visitor(), key);
    expect(similar.map(({ brand }) => brand)).toContain(null);
    expect(JSON.stringify(similar)).not.toContain('"Other"');
  } finally {
    overwriteGetLocale(() => original);
  }
});

test("an answer to a visitor depends on listings of every type and on reviews; an incomplete one is not cached", async () => {
  const key = await listingOf(seller, "bag");
  const tagsOf = async (visitor: Visitor) => {
    const context: RequestContext = { id: "kept", locale: "en-GB" };
    await inRequest(context, () => open(visitor, key));
    return context.cacheTags;
  };
  expect(await tagsOf(new Visitor())).toEqual([...CATEGORIES.map(({ type }) => type), "reviews"]);
  expect(await tagsOf(stranger.visitor)).toBeUndefined();
  await withoutTable("bags", async () => {
    expect(await relatedOf(new Visitor(), key)).toMatchObject({ similar: [] });
    expect(await tagsOf(new Visitor())).toBeUndefined();
  });
});

test("only the owner gets rows for a hidden listing, and nobody for one that does not exist", async () => {
  const hidden = await listingOf(seller, "bag");
  await updateRows("listings", { id: hidden.id }, { hidden: "removed" });
  expect((await open(seller.visitor, hidden)).status).toBe(200);
  const nowhere = { type: "bag", id: "00000000-0000-7000-8000-000000000000" };
  const wrong = [
    { ...hidden, type: "ball" },
    { ...hidden, type: "piano" },
    { type: "bag", id: "x\0" },
  ];
  for (const visitor of [new Visitor(), stranger.visitor]) {
    for (const key of [hidden, nowhere, ...wrong]) expect((await open(visitor, key)).status).toBe(404);
  }
  expect((await new Visitor().open(loader, "/listings/related")).status).toBe(404);
});
