import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CategoryDefinition, Meaning } from "#app/domain/categories/definition.ts";
import type { Attributes } from "#app/domain/categories/derive/input.ts";
import { racket } from "#app/domain/categories/racket.ts";
import type { Coordinates } from "#app/domain/place.ts";
import {
  DATE_FILTERS,
  type DateFilter,
  listedSince,
  type Range,
  type Search,
  SORTS,
} from "#app/domain/search.ts";
import { db } from "#app/platform/db.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { facetCounts } from "./facets.server.ts";
import { COUNTED } from "./gather.server.ts";
import { compactCounts } from "./jobs.server.ts";
import { brandsInStock, searchListings } from "./search.server.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const DAY_MS = 86_400_000;
const PAGE_SIZE = 10;

interface Row extends Coordinates {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly description: string;
  readonly price_cents: number;
  readonly attributes: Attributes;
  readonly created_at: Date;
}

let sellers: string[];
let stock: Row[];

// Few words, so that many listings share them; one that begins another, one with an accent, a number with a point.
const WORDS = ["blade", "blades", "pro", "staff", "Écran", "racket", "98.5", "16x19", "clean"];
const words = (least: number, most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: least, maxLength: most }).map((some) => some.join(" "));

/** The first two are common, the others at the edges of the grid and of cells. */
const PLACES: readonly Coordinates[] = [
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
    transaction_options: fc.subarray(["direct_checkout", "chat", "bid"]),
  },
  { requiredKeys: ["category", "condition"] },
);

/** Half of them are new enough to be looked for first. Some share a moment: then the id decides. */
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
  place: fc.constantFrom(0, 0, 0, 0, ...PLACES.keys()),
  attributes,
  created_at: moment.map((time) => new Date(time).toISOString()),
});

async function insert(count: number, seed: number): Promise<void> {
  const rows = fc.sample(listing, { numRuns: count, seed }).map(({ seller, place, ...columns }) => ({
    ...columns,
    ...PLACES[place],
    user_id: sellers[seller],
  }));
  await sql`
    insert into listings (type, user_id, name, brand, description, price_cents, latitude, longitude, attributes, created_at)
    select 'racket', user_id, name, brand, description, price_cents, latitude, longitude, attributes, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id uuid, name text, brand text,
      description text, price_cents integer, latitude float8, longitude float8, attributes jsonb, created_at timestamptz)
  `.execute(db());
}

async function readStock(): Promise<void> {
  stock = await db().selectFrom("listings").selectAll().where("type", "=", "racket").$castTo<Row>().execute();
}

beforeAll(async () => {
  await testDatabase();
  sellers = [];
  for (const name of ["Own", "Other"]) {
    const { id } = await db()
      .insertInto("users")
      .values({ name, email: `${name}@example.com` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db().insertInto("profiles").values({ id, username: name }).execute();
    sellers.push(id);
  }
  await insert(3 * COUNTED, 1);
  await readStock();
});

// What a search means, said in the plainest way: look at every listing.

const EVERYTHING: Search = {
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

interface Asked {
  readonly search: Search;
  readonly centre: Coordinates | null;
  readonly meaning: Meaning | null;
  readonly own: boolean;
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (text: string): string[] => folded(text).match(/[a-z0-9]+(\.[0-9]+)?/g) ?? [];
const within = (value: unknown, { min, max }: Range) =>
  typeof value === "number" && (min === null || value >= min) && (max === null || value <= max);

function kilometres(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const square = (value: number) => value * value;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const h =
    square(Math.sin(radians(b.latitude - a.latitude) / 2)) +
    across * square(Math.sin(radians(b.longitude - a.longitude) / 2));
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}

function hasValue(row: Row, field: string, values: readonly string[]): boolean {
  const value = row.attributes[field];
  return Array.isArray(value) ? value.some((one) => values.includes(one)) : values.includes(String(value));
}

function hasWords(row: Row, q: string, begun: boolean): boolean {
  const own = wordsOf(
    [row.name, row.brand ?? "", row.description, ...Object.values(row.attributes).flat()].join(" "),
  );
  const asked = wordsOf(q);
  return (
    asked.length > 0 &&
    asked.every((word, index) =>
      begun && index === asked.length - 1 ? own.some((one) => one.startsWith(word)) : own.includes(word),
    )
  );
}

function means(row: Row, meaning: Meaning): boolean {
  if ("field" in meaning) return hasValue(row, meaning.field, meaning.values);
  return ` ${wordsOf(`${row.name} ${row.brand ?? ""}`).join(" ")} `.includes(
    ` ${wordsOf(meaning.words).join(" ")} `,
  );
}

function matches(row: Row, { search, centre, meaning }: Asked, begun: boolean): boolean {
  const since = listedSince(search.date, NOW);
  return (
    (search.q === "" || hasWords(row, search.q, begun)) &&
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
const cheapestFirst = (a: Row, b: Row) => a.price_cents - b.price_cents || (a.id < b.id ? -1 : 1);

/** Whether words are taken as the beginnings of words, since as they are they are nowhere. */
function isBegun(asked: Asked): boolean {
  const others = stock.filter((row) => !(asked.own && row.user_id === sellers[0]));
  return asked.search.q !== "" && !others.some((row) => matches(row, asked, false));
}

function isNarrowed({ search, centre, meaning }: Asked): boolean {
  const { q, date, brands, choices, ranges, price, maxDistance } = search;
  return (
    q !== "" ||
    date !== "all" ||
    [brands, Object.keys(choices), Object.keys(ranges)].some((some) => some.length > 0) ||
    price.min !== null ||
    price.max !== null ||
    (centre !== null && maxDistance !== null) ||
    meaning !== null
  );
}

function expected(asked: Asked) {
  const { search, own } = asked;
  const begun = isBegun(asked);
  const all = stock.filter((row) => !(own && row.user_id === sellers[0]) && matches(row, asked, begun));
  if (search.sort === "price_asc") all.sort(cheapestFirst);
  else if (search.sort === "price_desc") all.sort((a, b) => cheapestFirst(b, a));
  else all.sort(newestFirst);
  const capped = isNarrowed(asked) && all.length > COUNTED;
  const total = capped ? COUNTED : all.length;
  const page = Math.min(search.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  return {
    ids: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((row) => row.id),
    total,
    capped,
    page,
    own: own
      ? Math.min(
          COUNTED,
          stock.filter((row) => row.user_id === sellers[0] && matches(row, asked, begun)).length,
        )
      : 0,
  };
}

async function found({ search, centre, meaning, own }: Asked) {
  const viewerId = own ? (sellers[0] ?? null) : null;
  const { rows, ...counts } = await searchListings(racket, search, {
    meaning,
    centre,
    viewerId,
    pageSize: PAGE_SIZE,
    now: NOW,
  });
  return { ids: rows.map((row) => row.id), ...counts };
}

const range = (min: number, max: number) =>
  fc
    .record({
      min: fc.option(fc.integer({ min, max })),
      max: fc.option(fc.integer({ min, max })),
    })
    .filter((ends) => ends.min !== null || ends.max !== null);

/** Mostly nothing: a search that asks for all at once finds nothing. */
const seldom = <Value>(value: fc.Arbitrary<Value>, otherwise: Value) =>
  fc.oneof({ arbitrary: fc.constant(otherwise), weight: 3 }, { arbitrary: value, weight: 1 });

const asked: fc.Arbitrary<Asked> = fc.record({
  search: fc.record({
    q: seldom(
      fc.oneof(words(1, 2), fc.constantFrom("bl", "PRO st", "ecr", "wil", "98", "blade zz", "like", "!!")),
      "",
    ),
    date: seldom(fc.constantFrom(...(Object.keys(DATE_FILTERS) as DateFilter[])), "all"),
    sort: fc.constantFrom(...SORTS),
    page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 120 })),
    brands: seldom(fc.subarray(["Wilson", "Head", "O'Neill \\ Söhne", "Nobody"], { minLength: 1 }), []),
    price: seldom(range(0, 45_000), { min: null, max: null }),
    choices: seldom(
      fc.record(
        {
          condition: fc.subarray(["New", "Like New", "Good", "Poor"], { minLength: 1 }),
          category: fc.constantFrom(["senior"], ["junior"]),
          transaction_options: fc.subarray(["chat", "bid"], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      {},
    ),
    ranges: seldom(
      fc.record(
        { headsize: range(75, 120), weight: range(240, 290), swingweight: range(150, 450) },
        { requiredKeys: [] },
      ),
      {},
    ),
    place: fc.constant(null),
    maxDistance: fc.constantFrom(0, 5, 35, 50, 500, 3_000, 20_000),
  }),
  centre: seldom(
    fc.oneof(
      fc.constantFrom(...PLACES),
      fc.record({
        latitude: fc.integer({ min: -90_000, max: 90_000 }).map((thousandths) => thousandths / 1000),
        longitude: fc.integer({ min: -180_000, max: 180_000 }).map((thousandths) => thousandths / 1000),
      }),
    ),
    null,
  ),
  meaning: seldom(
    fc.constantFrom<Meaning>(
      { words: "pro staff" },
      { words: "blade" },
      { field: "category", values: ["junior"] },
    ),
    null,
  ),
  own: fc.boolean(),
});

describe("a search finds what looking at every listing finds", () => {
  test("whatever is asked for", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        expect(await found(one)).toEqual(expected(one));
      }),
      { numRuns: 400 },
    );
  });

  test("of what is common and of what is rare, with more and with less than are counted", () => {
    const counts = ["racket", "blade", "98.5 ecran clean pro", "zz"].map(
      (q) =>
        stock.filter((row) =>
          matches(row, { search: { ...EVERYTHING, q }, centre: null, meaning: null, own: false }, false),
        ).length,
    );
    expect(Math.max(...counts)).toBeGreaterThan(COUNTED);
    expect(counts.some((count) => count > 0 && count < COUNTED)).toBe(true);
    expect(Math.min(...counts)).toBe(0);
  });

  test("words that are there go before the beginnings of words", async () => {
    const whole = await found({
      search: { ...EVERYTHING, q: "blade" },
      centre: null,
      meaning: null,
      own: false,
    });
    const begun = await found({
      search: { ...EVERYTHING, q: "blad" },
      centre: null,
      meaning: null,
      own: false,
    });
    expect(begun.total).toBeGreaterThanOrEqual(whole.total);
    expect(begun.total).toBeGreaterThan(0);
  });

  test("and all brands in stock, once each", async () => {
    const brands = new Set(stock.map((row) => row.brand).filter((brand) => brand !== null));
    expect(new Set(await brandsInStock("racket"))).toEqual(brands);
    expect(await brandsInStock("racket")).toHaveLength(brands.size);
  });
});

describe("the counts beside each option", () => {
  const FIELDS = racket.filters.flatMap((filter) =>
    filter.by === "brand" ? ["brand"] : filter.by === "choice" ? [filter.field] : [],
  );

  function optionsOf(field: string): readonly string[] {
    const kind = (racket as CategoryDefinition).fields[field];
    return kind && "options" in kind
      ? kind.options.map((option) => option.value)
      : ["Wilson", "Head", "O'Neill \\ Söhne"];
  }

  /** What a search without a field's own filter has, and whether that is more than are counted. */
  function leftWithout(asked: Asked, field: string) {
    const { [field]: _, ...choices } = asked.search.choices;
    const search = { ...asked.search, choices, brands: field === "brand" ? [] : asked.search.brands };
    const other = { ...asked, search };
    const begun = isBegun(other);
    const left = stock.filter(
      (row) => !(asked.own && row.user_id === sellers[0]) && matches(row, other, begun),
    );
    return { left, capped: isNarrowed(other) && left.length > COUNTED };
  }

  const has = (row: Row, field: string, value: string) =>
    field === "brand" ? row.brand === value : hasValue(row, field, [value]);

  async function facets({ search, centre, meaning, own }: Asked) {
    const viewerId = own ? (sellers[0] ?? null) : null;
    return facetCounts(racket, search, { meaning, centre, viewerId, pageSize: PAGE_SIZE, now: NOW });
  }

  test("are those of all listings that the other filters leave, or at least so many", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const found = await facets(one);
        expect([...found.keys()].sort()).toEqual([...FIELDS].sort());
        const whole = leftWithout(one, "");
        for (const field of FIELDS) {
          const isChosen = field === "brand" ? one.search.brands.length > 0 : one.search.choices[field];
          const { left, capped } = isChosen ? leftWithout(one, field) : whole;
          for (const value of optionsOf(field)) {
            const { n, capped: atLeast } = found.get(field)?.get(value) ?? { n: 0, capped };
            const all = left.filter((row) => has(row, field, value)).length;
            expect(atLeast).toBe(capped);
            if (capped) expect(n).toBeLessThanOrEqual(all);
            else expect([field, value, n]).toEqual([field, value, all]);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  test("are exact without filters, and of a field that alone was chosen from", async () => {
    const plain: Asked = { search: EVERYTHING, centre: null, meaning: null, own: false };
    const search = { ...EVERYTHING, choices: { condition: ["Good"] } };
    const good = stock.filter((row) => row.attributes.condition === "Good").length;
    expect(good).toBeGreaterThan(COUNTED);
    expect((await facets(plain)).get("condition")?.get("Good")).toEqual({ n: good, capped: false });
    const chosen = await facets({ ...plain, search });
    expect(chosen.get("condition")?.get("Good")).toEqual({ n: good, capped: false });
    expect(chosen.get("brand")?.get("Wilson")).toMatchObject({ capped: true });
  });

  test("of what more listings have than are counted, come from as many as are counted", async () => {
    const search = { ...EVERYTHING, choices: { category: ["senior"] } };
    const found = await facets({ search, centre: null, meaning: null, own: false });
    const all = [...(found.get("condition")?.values() ?? [])].reduce((sum, { n }) => sum + n, 0);
    expect(all).toBe(COUNTED + 1);
  });
});

const write = fc.oneof(
  fc.record({
    kind: fc.constant("insert" as const),
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constant("delete" as const), part: fc.integer({ min: 1, max: 50 }) }),
  fc.record({
    kind: fc.constant("move" as const),
    part: fc.integer({ min: 1, max: 50 }),
    days: fc.integer({ min: -40, max: 40 }),
  }),
  fc.record({ kind: fc.constant("reprice" as const), part: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ kind: fc.constant("compact" as const) }),
);

describe("the kept counts", () => {
  afterEach(readStock);

  async function run(one: typeof write extends fc.Arbitrary<infer Write> ? Write : never): Promise<void> {
    if (one.kind === "insert") return insert(one.count, one.seed);
    if (one.kind === "compact") return compactCounts();
    const part = sql<boolean>`abs(hashtext(id::text)) % 50 = ${one.part - 1}`;
    if (one.kind === "delete") {
      await db().deleteFrom("listings").where(part).execute();
      return;
    }
    const change =
      one.kind === "move"
        ? { created_at: sql<Date>`created_at + ${one.days * DAY_MS} * interval '1 millisecond'` }
        : { price_cents: sql<number>`price_cents + 1`, brand: "Head" };
    await db().updateTable("listings").set(change).where(part).execute();
  }

  test("stay true under every write, and deep pages start where they should", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 4 }),
        fc.integer({ min: 101, max: 400 }),
        fc.boolean(),
        async (writes, page, own) => {
          for (const one of writes) await run(one);
          const { rows } = await sql<{ day: string }>`
          select coalesce(kept.day, real.day) as day
          from (select day, sum(difference) as n from listing_counts where type = 'racket' group by day) kept
          full join (select utc_day(created_at) as day, count(*) as n from listings where type = 'racket' group by 1) real using (day)
          where coalesce(kept.n, 0) <> coalesce(real.n, 0)
        `.execute(db());
          expect(rows).toEqual([]);
          const facts = await sql`
          select fact from (
            select fact, difference as n from fact_counts where type = 'racket'
            union all select fact, -1 from listings, listing_facts(search) as fact where type = 'racket'
          ) changes group by fact having sum(n) <> 0
        `.execute(db());
          expect(facts.rows).toEqual([]);
          await readStock();
          const deep: Asked = { search: { ...EVERYTHING, page }, centre: null, meaning: null, own };
          expect(await found(deep)).toEqual(expected(deep));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("are one row a day once they are added up", async () => {
    await insert(5, 2);
    await insert(5, 2);
    await compactCounts();
    const { rows } = await sql`select 1 from listing_counts group by type, day having count(*) > 1`.execute(
      db(),
    );
    expect(rows).toEqual([]);
    const facts = await sql`select 1 from fact_counts group by type, fact having count(*) > 1`.execute(db());
    expect(facts.rows).toEqual([]);
  });
});
