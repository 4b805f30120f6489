import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { loader as browse } from "#app/routes/listings/browse.route.tsx";
import { loader as everywhere } from "#app/routes/search/search.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import { updateDictionary } from "./dictionary/dictionary.server.ts";

openDatabase(async () => {
  const seller = await person("seller");
  await listingOf(seller, "racket", { name: "Pure Drive", brand: "Babolat" });
  await listingOf(seller, "racket", { name: "Blade 98", brand: "Wilson" });
  await updateDictionary();
});

/** The statements that read listings of a category, and those of them that read a page of it. */
async function statementsOf(load: (args: never) => Promise<unknown>, path: string) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const page = await load({ request: new Request(`http://shop.example${path}`) } as never);
  const texts = query.mock.calls.map(([sent]) =>
    String((sent as unknown as { text?: string })?.text ?? sent),
  );
  query.mockRestore();
  const reading = texts.filter((text) => CATEGORIES.some(({ plural }) => text.includes(`from "${plural}"`)));
  const complete = reading.filter((text) => /\bpicked\b|row_number\(\) over/.test(text));
  return { page: page as { total: number; dropped: string | null }, reading, complete };
}

/** Every part that can be left out: something extra, a place, a date, a price, an audience, a measure, unknown words. */
const EVERY_PART = "wilson blade racket xyzzyk qwrtzk in berlin today under 20 for kids 310 g".replaceAll(
  " ",
  "+",
);

describe("a search that finds nothing as typed", () => {
  test.each([
    [browse, `/rackets?q=${EVERY_PART}&maxPrice=1`],
    [browse, "/rackets?q=babolat+pure+drive+today+under+20&maxWeight=200&condition=New"],
    [everywhere, `/search?q=${EVERY_PART}&maxPrice=1&dateFilter=today`],
    [everywhere, "/search?q=zzzzz+blade+yyyyy+xxxxx&maxPrice=2"],
  ])("runs at most three complete searches, whatever it leaves out: %o %s", async (load, path) => {
    const { page, reading, complete } = await statementsOf(load as never, path);
    expect(page.total).toBe(0);
    expect(complete.length).toBeGreaterThan(0);
    expect(complete.length).toBeLessThanOrEqual(3);
    expect(reading.length).toBeLessThanOrEqual(12);
  });

  test("leaves out the parts that find nothing, and searches once more", async () => {
    const { page, complete } = await statementsOf(
      everywhere as never,
      "/search?q=blade+today+under+20+in+berlin",
    );
    expect(page.total).toBe(1);
    expect(page.dropped).toContain("under 20");
    expect(complete.length).toBeLessThanOrEqual(3);
  });
});

test("words and the name of a country are searched for together", async () => {
  await updateRows("listings", { name: "Blade 98" }, { country: "NL", postal_code: "1012 AB" });
  const { page } = await statementsOf(everywhere as never, "/search?q=blade+netherlands");
  expect(page).toMatchObject({ total: 1, dropped: null });
});
