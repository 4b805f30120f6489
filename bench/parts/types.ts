import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { locate } from "#app/features/listings/places.server.ts";
import { EVERYTHING } from "#app/features/search/find/everything.ts";
import { openDatabases, SMALL } from "../database.ts";
import { countAndRank, readNear } from "../floors.ts";
import { openKeyReader } from "../key-reader.ts";
import { medianTime } from "../measure.ts";
import { atMost, integer, type Part, type Row } from "../report.ts";
import { countFacets, growth, type Query, runSearch, samples } from "../searches.ts";

const WORD = Array.from({ length: 20 }, () => "control");
const AMSTERDAM = { country: "NL", postalCode: "1012" };

/** The same query this many times. */
const repeated = (query: Query, times = 20) => Array.from({ length: times }, () => query);

/** A common word, the most common value of the first choice filter, a price, 50 km, and each order. */
export function expensive(category: CategoryDefinition) {
  const field = category.filters.find((filter) => filter.by === "choice")?.field ?? "";
  const choice = { [field]: optionsOf(category.fields[field])[0]?.value ?? "" };
  const filters = { ...choice, ...AMSTERDAM, maxDistance: "50", minPrice: "20", maxPrice: "150" };
  return ["newest", "price_asc", "price_desc", "nearest"].flatMap((sort) =>
    repeated({ q: "control", ...filters, sort }, 5).map((query) => ({ query, category })),
  );
}

/** Measures the search without the web server, with all types in one shop. */
export const types: Part = async (bench) => {
  const large = bench.scaled(1_000_000);
  await using databases = await openDatabases(bench, [SMALL, large], "listings");
  const url = await databases.use(large);
  await using keys = await openKeyReader(url, await samples(40));
  const control = repeated({ q: "control" });
  // Words that about a dozen of a million listings have.
  const rare = repeated({ q: "donnay kirsynth" });
  const typo = repeated({ q: "babolt pur drive" });
  const everywhere = (query: Query) => runSearch(query, EVERYTHING);
  const near = (query: Query) => everywhere({ ...query, ...AMSTERDAM, maxDistance: "25", sort: "price_asc" });
  const centre = await locate("NL", AMSTERDAM.postalCode);
  if (!centre) throw new Error("Amsterdam has no place.");
  const counts = {
    "all rackets": repeated({}),
    "a brand by its word": repeated({ q: "wilson" }),
    "a condition and a grip": repeated({ condition: "Good", gripsize: "2" }),
    "a price": repeated({ minPrice: "100" }),
  };
  const ofEach = Object.fromEntries(CATEGORIES.map((category) => [category.plural, expensive(category)]));
  const rows = [
    await keys.row("/search, a common word, p50", atMost(200, 80), { control }, everywhere),
    await keys.row("/search, a rare word, p50", atMost(200, 80), { rare }, everywhere),
    await keys.row("/search, a typo, p50", atMost(200, 40), { typo }, everywhere),
    await keys.row(
      "/search within 25 km by price, a common word, a rare one, a typo",
      atMost(200, 80),
      { control, rare, typo },
      near,
    ),
    // The floors: statements that only read what the answer needs.
    await keys.row("a common word: only its counts and first 1,000", null, { control: WORD }, countAndRank),
    await keys.row(
      "a typo: its search, spelled right",
      null,
      { right: repeated({ q: "babolat pure drive" }) },
      everywhere,
    ),
    await keys.row("within 25 km: only its matches", null, { control: WORD }, (word) =>
      readNear(word, centre, 25),
    ),
    await keys.row("counts beside each option over large results", atMost(200, 80), counts, countFacets),
  ];

  const grown: Omit<Row, "what">[] = [];
  for (const category of CATEGORIES) {
    const run = () => medianTime(repeated({}, 30), (query) => runSearch(query, category));
    const { figures, ...measured } = await growth(databases, large, 5, run);
    grown.push({ ...measured, figures: `${category.plural} ${figures}` });
  }
  const what = `default browse of each of the types, ${integer(large)} listings over all`;
  const [worst] = grown.toSorted((a, b) => b.ratio - a.ratio);
  const figures = grown.map((row) => row.figures).join("; ");
  if (worst) rows.push({ ...worst, what, figures });
  rows.push(
    await keys.row(
      "the same with a common word, a facet, a price and 50 km, by date, price and distance",
      atMost(200, 80),
      ofEach,
      ({ query, category }) => runSearch(query, category),
    ),
  );
  return rows;
};
