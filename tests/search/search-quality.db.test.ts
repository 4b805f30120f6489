import path from "node:path";
import { expect, test } from "vitest";
import { updateDictionary } from "#app/features/search/dictionary/dictionary.server.ts";
import { loadDemoStock } from "#server/demo/load.ts";
import { loadModels } from "#server/models-import.ts";
import { loadPostalCodes } from "#server/postal-codes.ts";
import { openDatabase } from "#tests/support/database.ts";
import { goldenSet, misses } from "./golden.ts";

/** The share of queries that must have the expected results. */
const LEAST = 0.98;
const FILE = process.env.SEARCH_QUALITY_FILE ?? path.join(import.meta.dirname, "golden.csv");

openDatabase(async (url) => {
  await loadPostalCodes(url);
  await loadModels(url);
  await loadDemoStock();
  await updateDictionary();
});

test("at least 98% of the golden queries have the expected results in the demo stock", async () => {
  const queries = goldenSet(FILE);
  const missed = await misses(queries);
  const share = 1 - missed.length / queries.length;
  const list = missed.map(({ query, why }) => `  ${query}\n    ${why}`).join("\n");
  console.log(`${(share * 100).toFixed(1)} % of ${queries.length} queries\n${list}`);
  expect(share, list).toBeGreaterThanOrEqual(LEAST);
});
