import fc from "fast-check";
import { sql } from "kysely";
import type { Meaning } from "#app/domain/categories/definition.ts";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import type { Coordinates } from "#app/domain/place.ts";
import { listedSince, type Range, type Search } from "#app/domain/search.ts";
import type { QuestionContext } from "#app/features/search/find/conditions.server.ts";
import { COUNT_LIMIT } from "#app/features/search/find/match-tables.server.ts";
import { db } from "#app/platform/db.server.ts";
import { insertRow, insertRows } from "./rows.ts";

// A simple implementation of the search that reads every listing. Tests compare the results of the real search with it.

export const NOW = new Date("2026-03-10T12:00:00Z");
export const DAY_MS = 86_400_000;
const PAGE_SIZE = 10;

export interface Row extends Coordinates {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly description: string;
  readonly price_cents: number;
  readonly attributes: Attributes;
  readonly created_at: Date;
  readonly shelf_place: number;
  readonly model_id: string | null;
}

/**
 * The data that the plain search reads. `sellers`: the ids of the sellers; the first is also the viewer. `models`: by
 * the id of each model, the words by which a search finds its listings. `stock`: the rackets on offer, as `readStock`
 * has read them.
 */
export const shop: { sellers: string[]; models: Map<string, string>; stock: Row[] } = {
  sellers: [],
  models: new Map(),
  stock: [],
};

/** `found`: the words by which a search finds the listings of a model. */
const MODELS = [
  { slug: "one", brand: "Wilson", name: "Pro-Staff", generation: null, found: "wilson pro staff prostaff" },
  { slug: "two", brand: "Völkl", name: "Blade", generation: "v8", found: "volkl blade v8" },
];

// There are few words, so that many listings share them. They include a prefix of another word, an accent, and a
// number with a decimal point.
const WORDS = ["blade", "blades", "pro", "staff", "Écran", "racket", "98.5", "16x19", "clean"];
export const words = (least: number, most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: least, maxLength: most }).map((some) => some.join(" "));

/**
 * Coordinates of listings and of searches. A third of the listings have the first of them. The last six are at the
 * edges of the grid that the database index of coordinates uses: the antimeridian, a pole, the equator.
 */
export const PLACES: readonly Coordinates[] = [
  { latitude: 52.37, longitude: 4.9 },
  { latitude: 52.3, longitude: 4.6 },
  { latitude: 52.5, longitude: 4.5 },
  { latitude: -17.5, longitude: 179.999 },
  { latitude: -17.5, longitude: -180 },
  { latitude: -17.5, longitude: 180 },
  { latitude: 89.97, longitude: 30 },
  { latitude: 90, longitude: -150 },
  { latitude: 0, longitude: 0 },
];

const attributes = fc.record(
  {
    category: fc.constantFrom("senior", "senior", "junior"),
    condition: fc.constantFrom("New", "Like New", "Good", "Good"),
    headsize: fc.integer({ min: 170, max: 220 }).map((half) => half / 2),
    weight: fc.integer({ min: 250, max: 280 }),
    gripsize: fc.constantFrom("0", "1", "2"),
    swingweight: fc.integer({ min: 150, max: 450 }),
    transaction_options: fc.constantFrom(["chat"], ["chat", "bid"], ["direct_checkout", "chat", "bid"]),
  },
  { requiredKeys: ["category", "condition"] },
);

/**
 * A time at which a listing was created. Many times are recent, because the search looks at recent listings first. Some
 * are equal, because listings of the same time are sorted by their id.
 */
const moment = fc.oneof(
  fc.integer({ min: 0, max: 60 * 24 }).map((hours) => NOW.getTime() - hours * 3_600_000),
  fc.integer({ min: 0, max: 3 * 365 * 24 }).map((hours) => NOW.getTime() - hours * 3_600_000),
  fc.constantFrom("2026-02-01T00:00:00Z", "2026-01-31T23:59:59.999Z").map((text) => Date.parse(text)),
);

const listing = fc.record({
  seller: fc.constantFrom(0, 1, 1, 1),
  name: words(1, 4),
  brand: fc.constantFrom("Wilson", "Wilson", "Head", "O'Neill \\ Söhne", null),
  description: words(0, 6),
  price_cents: fc.integer({ min: 0, max: 90 }).map((fives) => fives * 500),
  // An index of PLACES. The last value, beyond the end of PLACES, means that the listing has no coordinates.
  place: fc.constantFrom(0, 0, 0, 0, ...PLACES.keys(), PLACES.length),
  attributes,
  model: fc.constantFrom(...MODELS.keys(), null, null, null, null, null),
  created_at: moment.map((time) => new Date(time).toISOString()),
  // Some listings are sold or fully reserved, so a search must not find them. Some are partly reserved.
  stands: fc.constantFrom(
    ...Array.from({ length: 9 }, () => ({ quantity: 1, reserved: 0 })),
    { quantity: 2, reserved: 1 },
    { quantity: 2, reserved: 2 },
    { quantity: 0, reserved: 0 },
  ),
});

/** The same seed gives the same rackets. With `onlyPlace`, an index of PLACES, all are at this place. */
export async function insert(count: number, seed: number, onlyPlace?: number): Promise<void> {
  const rows = fc
    .sample(listing, { numRuns: count, seed })
    .map(({ seller, place, stands, model, ...columns }) => ({
      ...columns,
      ...stands,
      ...PLACES[onlyPlace ?? place],
      model_id: model === null ? null : [...shop.models.keys()][model],
      user_id: shop.sellers[seller],
    }));
  await sql`
    insert into listings (type, user_id, name, brand, description, price_cents, quantity, reserved, latitude, longitude, attributes, model_id, created_at)
    select 'racket', user_id, name, brand, description, price_cents, quantity, reserved, latitude, longitude, attributes, model_id, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id uuid, name text, brand text,
      description text, price_cents integer, quantity integer, reserved integer, latitude float8, longitude float8, attributes jsonb, model_id uuid, created_at timestamptz)
  `.execute(db());
  // Without statistics the planner assumes that a partial index is empty. In production autovacuum collects them.
  await sql`analyze listings`.execute(db());
}

export async function readStock(): Promise<void> {
  shop.stock = await db()
    .selectFrom("listings")
    .selectAll()
    .where("type", "=", "racket")
    .where("status", "=", "available")
    .$castTo<Row>()
    .execute();
}

/** Stores three times as many rackets as the search counts at most. For `openDatabase`. */
export async function manyRackets(): Promise<void> {
  shop.sellers = [];
  for (const name of ["Own", "Other"]) {
    const { id } = await insertRow("users", { name, email: `${name}@example.com` });
    await insertRows("profiles", { id, username: name });
    shop.sellers.push(id);
  }
  shop.models = new Map();
  for (const { found, ...model } of MODELS) {
    const { id } = await insertRow("models", {
      ...model,
      type: "racket",
      specs: "{}",
      confidence: "A",
      source: "A test",
    });
    shop.models.set(id, found);
  }
  await insert(3 * COUNT_LIMIT, 1);
  await readStock();
}

export const EVERYTHING: Search = {
  q: "",
  date: "all",
  sort: "newest",
  page: 1,
  brands: [],
  price: { min: null, max: null },
  choices: {},
  ranges: {},
  place: null,
  maxDistance: null,
};

export interface SearchCase {
  readonly search: Search;
  readonly centre: Coordinates | null;
  readonly meaning: Meaning | null;
  readonly own: boolean;
  /** By default `NOW`. */
  readonly now?: Date;
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text: string): string[] => folded(text).match(/[a-z0-9]+(\.[0-9]+)?/g) ?? [];
const within = (value: unknown, { min, max }: Range) =>
  typeof value === "number" && (min === null || value >= min) && (max === null || value <= max);

/** The distance between two coordinates. Infinite when `b` are those of a listing without coordinates. */
function kilometres(a: Coordinates, b: Coordinates): number {
  if (b.latitude === null) return Number.POSITIVE_INFINITY;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const square = (value: number) => value * value;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const h =
    square(Math.sin(radians(b.latitude - a.latitude) / 2)) +
    across * square(Math.sin(radians(b.longitude - a.longitude) / 2));
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function hasValue(row: Row, field: string, values: readonly string[]): boolean {
  const value = row.attributes[field];
  return Array.isArray(value) ? value.some((one) => values.includes(one)) : values.includes(String(value));
}

const wordsOfRows = new WeakMap<Row, readonly string[]>();

function wordsOfRow(row: Row): readonly string[] {
  const known = wordsOfRows.get(row);
  if (known) return known;
  const words = wordsOf(
    [
      row.name,
      row.brand ?? "",
      row.description,
      ...Object.values(row.attributes).flat(),
      shop.models.get(row.model_id ?? "") ?? "",
    ].join(" "),
  );
  wordsOfRows.set(row, words);
  return words;
}

function hasWords(row: Row, q: string): boolean {
  const words = wordsOfRow(row);
  return wordsOf(q).every((typed) => words.includes(typed));
}

function means(row: Row, meaning: Meaning): boolean {
  if ("field" in meaning) return hasValue(row, meaning.field, meaning.values);
  return ` ${wordsOf(`${row.name} ${row.brand ?? ""}`).join(" ")} `.includes(
    ` ${wordsOf(meaning.words).join(" ")} `,
  );
}

export function matches(row: Row, { search, centre, meaning, now = NOW }: SearchCase): boolean {
  const since = listedSince(search.date, now);
  return (
    (search.q === "" || hasWords(row, search.q)) &&
    (meaning === null || means(row, meaning)) &&
    (search.brands.length === 0 || (row.brand !== null && search.brands.includes(row.brand))) &&
    within(row.price_cents, search.price) &&
    Object.entries(search.choices).every(([field, values]) => hasValue(row, field, values)) &&
    Object.entries(search.ranges).every(([field, range]) => within(row.attributes[field], range)) &&
    (centre === null || search.maxDistance === null || kilometres(centre, row) <= search.maxDistance) &&
    (since === null || row.created_at >= since)
  );
}

const newestFirst = (a: Row, b: Row) =>
  b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1);
const shelvedAt = (row: Row) => row.created_at.getTime() - row.shelf_place * DAY_MS;
export const firstOnShelf = (a: Row, b: Row) => shelvedAt(b) - shelvedAt(a) || (a.id < b.id ? 1 : -1);
const cheapestFirst = (a: Row, b: Row) => a.price_cents - b.price_cents || (a.id < b.id ? -1 : 1);

export function isNarrowed({ search, centre, meaning }: SearchCase): boolean {
  const { q, date, brands, choices, ranges, price, maxDistance } = search;
  return (
    wordsOf(q).length > 0 ||
    date !== "all" ||
    [brands, Object.keys(choices), Object.keys(ranges)].some((some) => some.length > 0) ||
    price.min !== null ||
    price.max !== null ||
    (centre !== null && maxDistance !== null) ||
    meaning !== null
  );
}

export function expected(one: SearchCase) {
  const { search, own } = one;
  const all = shop.stock.filter((row) => !(own && row.user_id === shop.sellers[0]) && matches(row, one));
  if (search.sort === "price_asc") all.sort(cheapestFirst);
  else if (search.sort === "price_desc") all.sort((a, b) => cheapestFirst(b, a));
  else if (search.sort === "relevance") all.sort(firstOnShelf);
  else all.sort(newestFirst);
  if (search.sort === "nearest" && one.centre) {
    const { centre } = one;
    const distances = new Map(all.map((row) => [row, Math.round(kilometres(centre, row))]));
    // Listings at the same distance stay newest first. Testing for equality avoids Infinity - Infinity, which is NaN.
    all.sort((a, b) =>
      (distances.get(a) ?? 0) === distances.get(b) ? 0 : (distances.get(a) ?? 0) - (distances.get(b) ?? 0),
    );
  }
  const isNearest = search.sort === "nearest" && one.centre !== null;
  const capped = (isNarrowed(one) || isNearest) && all.length > COUNT_LIMIT;
  const total = capped ? COUNT_LIMIT : all.length;
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  return {
    ids: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((row) => row.id),
    total,
    capped,
    types: [{ type: "racket", total, capped }],
    page,
    own: own
      ? Math.min(
          COUNT_LIMIT,
          shop.stock.filter((row) => row.user_id === shop.sellers[0] && matches(row, one)).length,
        )
      : 0,
  };
}

const ANY_WORD = {
  words: [],
  terms: [],
  facts: [],
  similar: [],
  types: [],
  factsOnly: false,
  excluded: false,
};

/** The words of the search are meant as typed. */
export function contextOf({ search, centre, meaning, own, now = NOW }: SearchCase): QuestionContext {
  return {
    wordConditions: wordsOf(search.q).map((word) => ({ ...ANY_WORD, words: [word] })),
    types: null,
    country: null,
    sellerId: null,
    meaning,
    centre: centre && { ...centre, approximate: false },
    viewerId: own ? (shop.sellers[0] ?? null) : null,
    pageSize: PAGE_SIZE,
    now,
  };
}
