import { beforeAll, test } from "vitest";
import { EVERYTHING, parseEverything } from "#app/features/search/engine/everything.ts";
import { searchListings } from "#app/features/search/engine/search.server.ts";
import { addUpTerms } from "#app/features/search/jobs.server.ts";
import { loadDemoStock } from "#server/demo/load.ts";
import { loadPostalRegions } from "#server/postal-regions.ts";
import { testDatabase } from "#tests/support/database.ts";

beforeAll(async () => {
  const d = await testDatabase();
  await loadPostalRegions(d.url);
  await loadDemoStock();
  await addUpTerms();
});
test("x", async () => {
  for (const q of (process.env.QS ?? "").split("|")) {
    const search = parseEverything(new URLSearchParams({ q }));
    const { rows, total, understood } = await searchListings(EVERYTHING, search, {
      meaning: null,
      centre: null,
      viewerId: null,
      pageSize: 10,
      now: new Date(),
    });
    console.log(
      q,
      total,
      search.sort,
      JSON.stringify({
        ...understood,
        parts: understood.parts.map((p) => `${p.typed}:${p.about}`),
        wanted: understood.wanted.map((w) => ({
          ...w,
          facts: w.facts.map((f) => `${f.type}.${f.field}=${f.values.slice(0, 3)}`),
        })),
      }),
      rows.map((r) => r.name).slice(0, 5),
    );
  }
});
