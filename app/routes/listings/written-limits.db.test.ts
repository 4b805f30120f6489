import { expect, test } from "vitest";
import type { FilterView } from "#app/features/listings/view.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person, racketOf } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { loader as everywhere } from "../search/search.route.tsx";
import { loader as browse } from "./browse.route.tsx";

openDatabase(async () => {
  const seller = await person("seller");
  for (const cents of [100, 20_000, 120_000]) await racketOf(seller, { cents });
});

interface Page {
  readonly total: number;
  readonly limitNotice: string | null;
  readonly chips: readonly { readonly label: string }[];
  readonly filters: readonly FilterView[];
}

async function open(path: "/search" | "/rackets" | "/balls", query: string, name = "price") {
  const loader = path === "/search" ? everywhere : browse;
  const { total, limitNotice, chips, filters } = (await new Visitor().open(loader, `${path}?${query}`))
    .data as Page;
  const field = filters.find((filter) => "name" in filter && filter.name === name);
  return { total, limitNotice, chips: chips.map(({ label }) => label), field };
}

test('a price filter of "1.000" means a thousand euros, and its chip says so', async () => {
  expect(await open("/balls", "maxPrice=1.000")).toMatchObject({
    limitNotice: null,
    chips: ["up to €1,000.00"],
    field: { to: 1000, written: null },
  });
  expect(await open("/rackets", `minPrice=${encodeURIComponent("150,- €")}`)).toMatchObject({
    total: 2,
    chips: ["from €150.00"],
    field: { from: 150, written: null },
  });
});

test.each([
  ["/search", "2x45", "Price must be an amount in euros, like 149 or 149.50"],
  ["/rackets", "£45", "Prices here are in euros. Please enter the amount in euros."],
  ["/rackets", "-45", "Price cannot be negative"],
] as const)(
  "on %s, a price filter of %j is ignored, kept in its field, and reported",
  async (path, typed, error) => {
    expect(await open(path, `maxPrice=${encodeURIComponent(typed)}`)).toMatchObject({
      total: 3,
      limitNotice: `“${typed}” is not an amount in euros, so we did not filter by price.`,
      chips: [],
      field: { to: null, written: { max: typed, error } },
    });
  },
);

test("a month is read as it is usually written; what is no month is ignored, kept in its field, and reported", async () => {
  const named = await open("/rackets", "minStrungIn=March+2025&maxStrungIn=3%2F26", "strung_in");
  expect(named).toMatchObject({
    limitNotice: null,
    field: { from: "2025-03", to: "2026-03", written: null },
  });
  expect(await open("/rackets", "minStrungIn=last+spring", "strung_in")).toMatchObject({
    total: 3,
    limitNotice: "“last spring” is not a month, so we did not filter by “Strung in”.",
    chips: [],
    field: {
      from: null,
      written: { min: "last spring", error: "Strung in must be a month such as March 2025 or 3/2025" },
    },
  });
});
