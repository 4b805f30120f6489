import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { BatchView, CountsView } from "#app/features/listings/view.ts";
import { db } from "#app/platform/db.server.ts";
import { inRequest, type RequestContext } from "#app/platform/request-context.server.ts";
import { loader as everywhere } from "#app/routes/search/search.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { insertRows, withoutTable } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as browse } from "./browse.route.tsx";
import { loader as next } from "./browse-batch.route.ts";
import { loader as counting } from "./browse-counts.route.ts";

interface Page {
  title: string;
  empty: string;
  total: number;
  capped: boolean;
  own: number;
  page: number;
  pages: number;
  pageSize: number;
  cards: { id: string; name: string; distance: string | null }[];
  chips: { label: string; href: string }[];
  ways: { label: string; href: string }[];
  counts: CountsView | null;
  cleared: string;
  sorts: { value: string }[];
  preselection: { field: string; key: string } | null;
  filters: { kind: string; name?: string; chosen?: string[]; maxDistance?: number; slider?: object | null }[];
}

let seller: Person;
let stranger: Person;

const DAY = 86_400_000;

openDatabase(async () => {
  [seller, stranger] = [await person("seller"), await person("stranger")];
  for (const { type } of CATEGORIES) {
    for (let n = 0; n < 12; n += 1) {
      await listingOf(seller, type, {
        name: `${type} ${n}`,
        brand: "Wilson",
        cents: 1_000 + n * 100,
        listedAt: new Date(Date.now() - n * 2 * DAY),
      });
    }
  }
});

async function open(path: string, who: Visitor = new Visitor()): Promise<Page> {
  const outcome = await who.open(browse, path);
  expect(outcome.status).toBe(200);
  return outcome.data as Page;
}

async function resultsOf(query: string, who: Visitor = new Visitor()): Promise<BatchView> {
  const outcome = await who.open(next, `/listings/window?${query}`);
  expect(outcome.status).toBe(200);
  return JSON.parse(String(outcome.data));
}

async function countsOf(query: string, who: Visitor): Promise<CountsView> {
  return JSON.parse(String((await who.open(counting, `/listings/counts?${query}`)).data));
}

/**
 * The specification of each page: three titles (of the page, of 'new' and of a subcategory), the text of an empty page,
 * whether the viewer's own listings are hidden, and the page size.
 */
const PAGES: Readonly<Record<string, [string, string, string, string, "hidden" | "shown", number]>> = {
  rackets: ["Rackets", "New Rackets", "Blade Rackets", "No racket listings found", "hidden", 10],
  strings: [
    "Tennis Strings",
    "New Tennis Strings",
    "Polyester Tennis Strings",
    "No string listings found",
    "hidden",
    10,
  ],
  bags: ["Tennis Bags", "Tennis Bags", "Tennis Bags", "No bag listings found", "shown", 10],
  balls: ["Tennis Balls", "Tennis Balls", "Tennis Balls", "No balls found", "hidden", 24],
  clothes: ["Clothes", "New", "Polo Shirts", "No items found.", "hidden", 24],
  accessories: [
    "Tennis Accessories",
    "Tennis Accessories",
    "Tennis Accessories",
    "No accessory listing found",
    "hidden",
    10,
  ],
};
const SUBCATEGORY: Readonly<Record<string, string>> = {
  rackets: "blade",
  strings: "polyester",
  clothes: "polo-shirts",
};

describe.each(CATEGORIES)("/$plural", ({ plural, type, subcategories, paging }: CategoryDefinition) => {
  const [title, ofNew, ofSub, empty, own, size] = PAGES[plural] ?? [];
  const slug = SUBCATEGORY[plural] ?? subcategories[0]?.slug;

  test("has the titles and the empty text of the specification [A2.16 A2.17 M2.17 M2.18 M2.54 M2.55 M2.56 M2.57 M2.58 M2.59 M2.62 M2.63 M2.66]", async () => {
    expect((await open(`/${plural}`)).title).toBe(title);
    expect((await open(`/${plural}/new`)).title).toBe(ofNew);
    expect((await open(`/${plural}/${slug}`)).title).toBe(ofSub);
    const nothing = await open(`/${plural}?q=unheardof&exact=1`);
    expect(nothing).toMatchObject({ total: 0, empty });
  });

  test("has the specified number of listings a page, and six on a phone unless it is one long list [M9.7 M9.8]", async () => {
    expect(await open(`/${plural}`)).toMatchObject({ pageSize: size, total: 12 });
    const phone = new Visitor();
    const request = phone.request(`/${plural}`, { headers: { "sec-ch-ua-mobile": "?1" } });
    const { data } = await phone.run(browse, request);
    expect(data).toMatchObject({ pageSize: paging === "list" ? 24 : 6 });
  });

  test("hides the viewer's own listings and says how many, or shows them, as specified [M6.7 M6.8 M6.9 M6.10]", async () => {
    const theirs = await open(`/${plural}`, seller.visitor);
    expect(theirs).toMatchObject(own === "hidden" ? { cards: [], total: 0, own: 12 } : { total: 12, own: 0 });
    expect(await open(`/${plural}`, stranger.visitor)).toMatchObject({ total: 12, own: 0 });
  });

  test("can be filtered by the listing date, which the page /new presets to this week [M2.61]", async () => {
    expect((await open(`/${plural}?dateFilter=week`)).total).toBe(4);
    expect((await open(`/${plural}?dateFilter=month`)).total).toBe(12);
    const fresh = await open(`/${plural}/new`);
    expect(fresh.total).toBe(4);
    expect(fresh.chips).toEqual([{ label: "This Week", href: `/${plural}` }]);
    const other = await new Visitor().open(browse, `/${plural}/new?dateFilter=month&brand=Wilson`);
    expect(other).toMatchObject({
      status: 302,
      location: `/${plural}?dateFilter=month&brand=Wilson`,
    });
    expect((await new Visitor().open(browse, `/${plural}/new?dateFilter=all`)).location).toBe(`/${plural}`);
  });

  test("counts the results of each filter option: for visitors in the page, for signed-in people in another request", async () => {
    const wilson = (counts: CountsView) => counts.brand?.find(([value]) => value === "Wilson");
    const { counts } = await open(`/${plural}`);
    expect(counts && wilson(counts)).toEqual(["Wilson", 12, false]);
    expect((await open(`/${plural}`, stranger.visitor)).counts).toBeNull();
    expect(wilson(await countsOf(`in=/${plural}`, stranger.visitor))).toEqual(["Wilson", 12, false]);
    expect(wilson(await countsOf(`in=/${plural}&dateFilter=week`, new Visitor()))?.[1]).toBe(4);
    const owners = wilson(await countsOf(`in=/${plural}`, seller.visitor));
    expect(owners?.[1] ?? 0).toBe(own === "hidden" ? 0 : 12);
  });

  test("offers filters to remove when nothing is found, first the one whose removal finds most", async () => {
    const { ways } = await open(`/${plural}?brand=Wilson&minPrice=11&maxPrice=12&dateFilter=today`);
    expect(ways.map(({ label }) => label)).toEqual([
      "Without “Today”: 2 results",
      "Without “Price: €11.00 to €12.00”: 1 result",
    ]);
    for (const way of ways) expect((await open(way.href)).total).toBeGreaterThan(0);
    const ours = await open(`/${plural}?brand=Yonex&brand=Gamma&q=${type}`, stranger.visitor);
    expect(ours.ways.map(({ label }) => label)).toEqual(["Without “Brand: Yonex, Gamma”: 12 results"]);
    expect((await open(`/${plural}?brand=Yonex`, seller.visitor)).ways).toHaveLength(
      own === "hidden" ? 0 : 1,
    );
  });
});

describe.each(CATEGORIES)("a browse page of /$plural that cannot be read", ({ plural }) => {
  test("is an error, and not an empty page [M8.33]", async () => {
    await withoutTable(plural, async () => {
      await expect(new Visitor().open(browse, `/${plural}`)).rejects.toThrow();
    });
    expect((await open(`/${plural}`)).total).toBeGreaterThan(0);
  });
});

describe("the results and counts of a browse page that are loaded separately", () => {
  test("have the same listings as the page", async () => {
    const one = await resultsOf("in=/rackets&page=1&brand=Wilson");
    expect(one.cards.map(({ name }) => name)).toEqual((await open("/rackets")).cards.map(({ name }) => name));
    expect((await resultsOf("in=/rackets&page=2")).cards).toHaveLength(2);
    expect((await resultsOf("in=/rackets&page=3")).cards).toEqual([]);
    // It is one page, however many pages the address shows.
    const phone = new Visitor();
    phone.agent = "Mobile";
    expect((await resultsOf("in=/rackets&page=1&pages=2", phone)).cards).toHaveLength(6);
    const everywhere = await resultsOf("in=/search&page=1");
    expect(everywhere.cards.length).toBeGreaterThan(0);
    const after = await resultsOf("in=/search&page=2");
    expect(after.cards.map(({ id }) => id)).not.toEqual(everywhere.cards.map(({ id }) => id));
    expect((await resultsOf("in=/search&page=999")).cards).toEqual([]);
    expect((await resultsOf("in=/rackets", seller.visitor)).cards).toEqual([]);
    expect((await resultsOf("in=/rackets", stranger.visitor)).cards).toHaveLength(10);
  });

  test.each(["", "/", "/nowhere", "//", "/rackets_", "https://example.com/rackets", "/__proto__"])(
    "are answered with 404 for the path %j",
    async (path) => {
      for (const loader of [next, counting])
        expect((await new Visitor().open(loader, `/x?in=${encodeURIComponent(path)}`)).status).toBe(404);
    },
  );

  test("contain only data that cards show", async () => {
    const answer = JSON.stringify(await resultsOf("in=/rackets", stranger.visitor));
    expect(answer).not.toContain(seller.viewer.email);
    expect(answer).not.toContain("latitude");
  });
});

describe("the sizes that a visitor stored", () => {
  const sizes = (page: Page) => page.filters.find(({ name }) => name === "size")?.chosen;
  let sizedPerson: Person;

  beforeAll(async () => {
    sizedPerson = await person("keeper");
    await insertRows("user_preferences", {
      user_id: sizedPerson.viewer.id,
      clothes_sizes: ["L", "M", "no size"],
    });
    for (const size of ["S", "M"]) {
      await listingOf(seller, "clothes", { name: size, attributes: { gender: "Men", type: "Shirt", size } });
    }
  });

  test("are preselected, are visible, and can be switched off [M4.16 M7.15]", async () => {
    const page = await open("/clothes", sizedPerson.visitor);
    expect(sizes(page)).toEqual(["M", "L"]);
    expect(page.chips).toEqual([{ label: "For you – Size: M, L", href: "/clothes?size=any" }]);
    expect(page.preselection).toBeNull();
    const off = await open("/clothes?size=any", sizedPerson.visitor);
    expect(sizes(off)).toEqual([]);
    expect(off.total).toBe(14);
    expect(page.total).toBe(1);
    expect(off.chips).toEqual([]);
    expect(off.cleared).toBe("/clothes?size=any");
    // The results that are loaded separately use the same search.
    const part = await resultsOf("in=/clothes&page=1", sizedPerson.visitor);
    expect(part.cards).toHaveLength(page.total);
  });

  test("are replaced by what the visitor chooses", async () => {
    const page = await open("/clothes?size=S", sizedPerson.visitor);
    expect(sizes(page)).toEqual(["S"]);
    expect(page.chips).toEqual([{ label: "S", href: "/clothes?size=any" }]);
  });

  test("are applied by the browser when no account stores them, because the page is the same for everybody", async () => {
    const offered = { field: "size", key: "clothesSizes" };
    expect((await open("/clothes")).preselection).toMatchObject(offered);
    expect((await open("/clothes", stranger.visitor)).preselection).toMatchObject(offered);
    for (const query of ["size=any", "size=M"])
      expect((await open(`/clothes?${query}`)).preselection).toBeNull();
    const chosen = await open("/clothes?size=M&size=L&preselected=size");
    expect(chosen.chips).toEqual([{ label: "For you – Size: M, L", href: "/clothes?size=any" }]);
    expect((await open("/rackets", sizedPerson.visitor)).preselection).toBeNull();
  });
});

describe("the distance filter", () => {
  const location = (page: Page) => page.filters.find(({ kind }) => kind === "location");

  beforeAll(async () => {
    await db()
      .insertInto("postal_codes")
      .values({ country: "NL", code: "1012", place: "Amsterdam", latitude: 52.37, longitude: 4.9 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  test("is a slider for strings, with 50 km at first; in other categories the distance is typed [M9.17]", async () => {
    for (const { plural } of CATEGORIES) {
      const page = await open(`/${plural}`);
      if (plural === "strings")
        expect(location(page)).toMatchObject({ slider: { min: 1, max: 100, step: 1 }, maxDistance: 50 });
      else expect(location(page)).toMatchObject({ slider: null, maxDistance: null });
    }
  });

  test("needs a postal code and a distance, and sorting by distance needs a postal code [M5.40]", async () => {
    for (const { plural } of CATEGORIES) {
      const sorts = async (query: string) =>
        (await open(`/${plural}?${query}`)).sorts.map(({ value }) => value);
      expect((await open(`/${plural}?maxDistance=5`)).chips).toEqual([]);
      expect(await sorts("maxDistance=5")).not.toContain("nearest");
      expect(await sorts("country=NL&postalCode=1012AB&maxDistance=5")).toContain("nearest");
      const near = await open(`/${plural}?country=NL&postalCode=1012AB&maxDistance=5`);
      // None of the listings has a location.
      expect(near.total).toBe(0);
      expect(near.ways.map(({ label }) => label)).toEqual([
        `Without “within 5 km of 1012 AB NL”: ${(await open(`/${plural}`)).total} results`,
      ]);
    }
  });
});

describe("a category with 10,000 balls", () => {
  beforeAll(async () => {
    // In batches, because each row is indexed as it is inserted.
    for (let from = 1; from <= 10_000; from += 5_000) {
      await sql`
        insert into listings (type, user_id, name, brand, price_cents, attributes, created_at)
        select 'ball', ${seller.viewer.id}, 'Can no. ' || n, case when n % 5 = 0 then 'Penn' else 'Dunlop' end,
          500 + n % 1000, '{"balls_per_can": "3", "packaging_type": "can", "shipping": "Shipping"}',
          now() - n * interval '1 minute' - interval '1 year'
        from generate_series(${from}::int, ${from}::int + 4999) as n
      `.execute(db());
    }
  });

  test("can be read to its end by page links, and by loading one page after the other [M9.9]", async () => {
    const first = await open("/balls");
    expect(first).toMatchObject({ total: 10_012, capped: false, pages: 418 });
    expect(first.cards).toHaveLength(24);
    const last = await open("/balls?page=418");
    expect(last.cards.at(-1)?.name).toBe("Can no. 10000");
    const seen = new Set<string>();
    for (const page of [1, 2, 3, 209, 417, 418]) {
      const { cards } = await resultsOf(`in=/balls&page=${page}`);
      expect(cards).toHaveLength(page === 418 ? 10_012 - 417 * 24 : 24);
      for (const { id } of cards) seen.add(id);
      expect((await open(`/balls?page=${page}`)).cards.map(({ id }) => id)).toEqual(
        cards.map(({ id }) => id),
      );
    }
    expect(seen.size).toBe(5 * 24 + 10_012 - 417 * 24);
    expect((await resultsOf("in=/balls&page=419")).cards).toEqual([]);
  });

  test("shows as many pages at once as its address says, at most 20; pages of a desktop are shown one by one", async () => {
    const names = async (path: string) => (await open(path)).cards.map(({ name }) => name);
    const three = [
      ...(await names("/balls")),
      ...(await names("/balls?page=2")),
      ...(await names("/balls?page=3")),
    ];
    expect(await open("/balls?pages=3")).toMatchObject({ page: 1, pages: 418, shown: 3 });
    expect(await names("/balls?pages=3")).toEqual(three);
    expect(await names("/balls?page=2&pages=2")).toEqual(three.slice(24));
    expect(await open("/balls?pages=21")).toMatchObject({ shown: 20 });
    // Not more than there are.
    expect(await open("/balls?page=417&pages=9")).toMatchObject({ page: 417, shown: 2 });
    for (const other of ["0", "-1", "1.5", "x", ""])
      expect(await names(`/balls?pages=${other}`)).toHaveLength(24);
    expect((await open("/rackets?pages=2")).cards).toHaveLength(10);
    const phone = new Visitor();
    for (const [loader, path] of [
      [browse, "/rackets"],
      [everywhere, "/search"],
    ] as const) {
      const request = phone.request(`${path}?pages=2`, { headers: { "sec-ch-ua-mobile": "?1" } });
      expect(((await phone.run(loader, request)).data as Page).cards).toHaveLength(12);
    }
  });

  test("has no pages beyond the first 1,000 filtered results, whose count is marked as capped", async () => {
    const dunlop = await open("/balls?brand=Dunlop");
    expect(dunlop).toMatchObject({ total: 1000, capped: true, pages: 42 });
    expect((await resultsOf("in=/balls&brand=Dunlop&page=42")).cards).not.toEqual([]);
    expect((await resultsOf("in=/balls&brand=Dunlop&page=43")).cards).toEqual([]);
  });
});

test("rackets are found by the months in which they were strung", async () => {
  const name = "Strung in a month";
  await listingOf(seller, "racket", { name, attributes: { strung_in: 202603 } });
  const found = async (query: string) =>
    (await open(`/rackets?q=strung+month&${query}`)).cards.map((card) => card.name);
  expect(await found("minStrungIn=2026-03&maxStrungIn=2026-03")).toEqual([name]);
  expect(await found("minStrungIn=202604")).toEqual([]);
  const { chips, filters } = await open("/rackets?minStrungIn=2026-03");
  expect(chips.map(({ label }) => label)).toEqual(["Strung in from March 2026"]);
  expect(filters).toContainEqual(expect.objectContaining({ kind: "months", from: "2026-03", to: null }));
});

test("an address that shows many pages at once costs a visitor as much as these pages, and is not cached", async () => {
  const visitor = new Visitor();
  const cached = async (query: string) => {
    const context: RequestContext = { id: "1", locale: "en-GB" };
    await inRequest(context, () => open(`/balls${query}`, visitor));
    return context.cacheTags !== undefined;
  };
  expect([await cached("?pages=5"), await cached("?pages=6")]).toEqual([true, false]);
  for (let n = 0; n < 14; n += 1) await open("/balls?pages=20", visitor);
  expect((await visitor.open(browse, "/balls?pages=20")).status).toBe(429);
  expect((await visitor.open(everywhere, "/search")).status).toBe(429);
});
