import { describe, expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { entryFilter } from "#app/features/browse/addresses.server.ts";
import type { ChipView, FilterView } from "#app/features/listings/view.ts";
import { readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { listingOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader } from "./browse.route.tsx";

interface Page {
  readonly title: string;
  readonly total: number;
  readonly canonicalPath: string | null;
  readonly chips: readonly ChipView[];
  readonly filters: readonly FilterView[];
  readonly counts: Readonly<Record<string, readonly (readonly [string, number, boolean])[]>>;
  readonly cleared: string;
}

openDatabase(async () => {
  const seller = await person("seller");
  for (const type of ["Skirt", "Skirt", "Dress"])
    await listingOf(seller, "clothes", {
      name: type,
      attributes: { gender: "Girls", type, size: "10-12Y", color: "White" },
    });
});

const visit = (address: string) => new Visitor().open(loader, address);
async function open(address: string): Promise<Page> {
  return (await visit(address)).data as Page;
}
const chosenIn = ({ filters }: Page, name: string) =>
  filters.flatMap((filter) => (filter.kind === "many" && filter.name === name ? [filter] : []))[0];

describe("a menu entry that means a value of a filter", () => {
  const ENTRIES = CATEGORIES.flatMap((definition) =>
    definition.subcategories.flatMap((subcategory) => {
      const entry = entryFilter({ definition, subcategory });
      const { means } = subcategory;
      return entry && "field" in means
        ? [{ path: `/${definition.plural}/${subcategory.slug}`, ...means }]
        : [];
    }),
  );

  test.each(ENTRIES)("shows it as chosen: $path", async ({ path, field, values }) => {
    const page = await open(path);
    expect(chosenIn(page, field)).toMatchObject({ chosen: values, none: "any" });
    expect(page.chips).toHaveLength(values.length);
    expect(page.chips.every(({ href }) => href.split("?")[0] !== path)).toBe(true);
  });

  test("is left by its chip, by another value, and by clearing the filters", async () => {
    const page = await open("/clothes/skirts");
    expect(page).toMatchObject({ total: 2, canonicalPath: "/clothes/skirts", chips: [{ href: "/clothes" }] });
    expect(page.cleared).toBe("/clothes");
    // The counts beside the other values say how many would be added.
    expect(page.counts.type).toContainEqual(["Dress", 1, false]);
    for (const [query, to] of [
      ["type=any&type=Skirt&type=Dress", "/clothes?type=Skirt&type=Dress"],
      ["type=Dress", "/clothes?type=Dress"],
      ["type=any", "/clothes"],
    ]) {
      const { searchParams, pathname } = new URL(
        String((await visit(`/clothes/skirts?${query}`)).location),
        "http://x",
      );
      const expected = new URL(String(to), "http://x");
      expect([pathname, searchParams.getAll("type").sort()]).toEqual([
        expected.pathname,
        expected.searchParams.getAll("type").sort(),
      ]);
    }
  });

  test("stays while other filters are chosen, also when the form repeats its value", async () => {
    const page = await open("/clothes/skirts?type=any&type=Skirt&color=White");
    expect(page).toMatchObject({ total: 2, canonicalPath: null });
    const hrefs = page.chips.map(({ href }) => href).sort();
    expect(hrefs).toEqual(["/clothes/skirts", "/clothes?color=White"]);
    expect((await open("/clothes/skirts?type=Skirt")).canonicalPath).toBe("/clothes/skirts");
  });

  test("is one saved search, however its value is written", () => {
    for (const address of ["/clothes/skirts", "/clothes/skirts?type=Skirt"])
      expect(readAddress(address)?.address).toMatch(/^\/clothes\/skirts(\?size=any)?$/);
    expect(readAddress("/clothes/skirts?type=Dress")?.address).toMatch(/^\/clothes\?.*type=Dress/);
  });
});
