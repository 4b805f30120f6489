import { expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { loadDemoStock } from "#server/demo/load.ts";
import { loadModels } from "#server/models-import.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { openDatabase } from "#tests/support/database.ts";
import { goldenSet, misses } from "./golden.ts";
import { stockNow } from "./stock.ts";

/** The shares of queries that must have the expected results. */
const LEAST = { all: 0.98, kind: 0.95 };

const kinds = goldenSet(process.env.SEARCH_QUALITY_FILE);
const missed = new Map<string, number>();

openDatabase(async (url) => {
  await loadPostalCodes(url);
  await loadModels(url);
  await loadDemoStock();
  await updateDictionary();
});

const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`;

test.each(kinds)(
  "of the kind $name, at least 95% of the queries find what they mean",
  async ({ name, queries }) => {
    const found = await misses(queries, await stockNow());
    missed.set(name, found.length);
    const share = 1 - found.length / queries.length;
    const list = found.map(({ query, why }) => `  ${query}\n    ${why}`).join("\n");
    console.log(
      [`${percent(share)} of ${queries.length} ${name}`, list].filter((each) => each !== "").join("\n"),
    );
    expect(share, list).toBeGreaterThanOrEqual(LEAST.kind);
  },
);

test("of all kinds, at least 98% do", () => {
  const many = kinds.reduce((sum, { queries }) => sum + queries.length, 0);
  const share = 1 - [...missed.values()].reduce((sum, each) => sum + each, 0) / many;
  console.log(`${percent(share)} of all ${many}`);
  expect(share).toBeGreaterThanOrEqual(LEAST.all);
});
