import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { racket } from "#app/domain/categories/racket.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Bench } from "../bench.ts";
import { bareKeyReader } from "../key-reader.ts";
import { interleaved, median, milliseconds, quantile } from "../measure.ts";
import { ms, type Row } from "../report.ts";
import { facets, samples, search, searchAll } from "../searches.ts";
import { sitemapRows } from "../sitemap-rows.ts";
import { type Stocked, startStocked, stockedFolder, use } from "../stocked.ts";

const [SMALL, LARGE] = [10_000, 1_000_000];
const DRAWN = 40;

type Query = Readonly<Record<string, string>>;

interface Measured {
  readonly name: string;
  readonly times: readonly number[];
  /** Times of the reads by key. */
  readonly keys: readonly number[];
}

/** Runs each query once to load its database pages into memory, then measures it, followed by a read by key. */
async function measure(
  name: string,
  queries: readonly Query[],
  run: (query: Query) => Promise<unknown>,
  readKey: () => Promise<unknown>,
): Promise<Measured> {
  const [times, keys]: [number[], number[]] = [[], []];
  for (const query of queries) {
    await run(query);
    times.push(await milliseconds(() => run(query)));
    keys.push(await milliseconds(readKey));
  }
  return { name, times, keys };
}

/**
 * The most expensive combinations: a common word, the most common value of the first choice filter, a price, 50 km, and
 * each sort order.
 */
function worst(definition: CategoryDefinition, place: Query): readonly Query[] {
  const choice = definition.filters.find((filter) => filter.by === "choice");
  const field = choice?.by === "choice" ? choice.field : "";
  const options = definition.fields[field];
  const value = options && "options" in options ? (options.options[0]?.value ?? "") : "";
  const query = {
    q: "control",
    [field]: value,
    minPrice: "20",
    maxPrice: "150",
    ...place,
    maxDistance: "50",
  };
  return ["newest", "price_asc", "price_desc", "nearest"].map((sort) => ({ ...query, sort }));
}

const BROAD = { at: "most", limit: 200, goal: 80 } as const;
/** Words that about a dozen of a million listings have. */
const RARE = "donnay kirsynth";
const TYPO = { at: "most", limit: 200, goal: 40 } as const;

function keyRow(what: string, measured: readonly Measured[], budget: Row["budget"]): Row {
  const ratios = measured.map(({ name, times, keys }) => ({
    name,
    times,
    ratio: median(times) / median(keys),
  }));
  const slowest = Math.max(...ratios.map(({ ratio }) => ratio));
  const figures = ratios.map(({ name, times, ratio }) => {
    const [p50, p95] = [0.5, 0.95].map((q) => ms(quantile(times, q)));
    return `${name} ${ratio.toFixed(1)} x (${p50}, ${p95})`;
  });
  return {
    what,
    against: "p50 of a bare prepared read by primary key",
    ratio: slowest,
    budget,
    figures: `p50, p95: ${figures.join("; ")}`,
  };
}

/** The ratio is that of the page that grew most. */
async function growthRow(stocked: Stocked, folder: string): Promise<Row> {
  const grown: { type: string; ratio: number; figures: string }[] = [];
  for (const definition of CATEGORIES) {
    const side = (size: number) => async () => {
      await use(stocked.urls.get(size) ?? "", folder);
      const times: number[] = [];
      for (let n = 0; n < 30; n++) times.push(await milliseconds(() => search({}, definition)));
      return median(times);
    };
    const { small, large } = await interleaved(5, { small: side(SMALL), large: side(LARGE) });
    const figures = `${definition.plural} ${ms(large)} against ${ms(small)}`;
    grown.push({ type: definition.type, ratio: large / small, figures });
  }
  return {
    what: "default browse of each of the types, 1,000,000 listings over all",
    against: "10,000 listings",
    ratio: Math.max(...grown.map(({ ratio }) => ratio)),
    budget: { at: "most", limit: 2, goal: 1.3 },
    figures: grown.map(({ figures }) => figures).join("; "),
  };
}

/** Measures the search without the web server, with all types in one shop. */
export async function benchTypes(bench: Bench): Promise<Row[]> {
  const stocked = await startStocked(bench, [SMALL, LARGE], new Date(), "all types");
  const folder = stockedFolder(bench.folder);
  try {
    await use(stocked.urls.get(LARGE) ?? "", folder);
    const bare = await bareKeyReader(stocked.urls.get(LARGE) ?? "");
    const drawn = await samples(DRAWN);
    let at = 0;
    const readKey = () => bare.read(drawn[at++ % drawn.length]?.id ?? "");
    for (let n = 0; n < 50; n++) await readKey();
    const amsterdam: Query = { country: "NL", postalCode: "1012" };
    const repeated = (query: Query) => Array.from({ length: DRAWN / 2 }, () => query);
    const of = (queries: (definition: CategoryDefinition) => readonly Query[]) =>
      inOrder(CATEGORIES, (definition) =>
        measure(definition.plural, queries(definition), (query) => search(query, definition), readKey),
      );

    const defaults = await of(() => repeated({}));
    const worsts = await of((definition) =>
      worst(definition, amsterdam).flatMap((one) => [one, one, one, one, one]),
    );
    const nearest = await of(() => repeated({ ...amsterdam, sort: "nearest" }));
    const countOf = (query: Query) => facets(query, racket);
    const counts = [
      await measure("all rackets", repeated({}), countOf, readKey),
      await measure("a brand by its word", repeated({ q: "wilson" }), countOf, readKey),
      await measure(
        "a condition and a grip",
        repeated({ condition: "Good", gripsize: "2" }),
        countOf,
        readKey,
      ),
      await measure("a price", repeated({ minPrice: "100" }), countOf, readKey),
    ];
    const one = async (name: string, query: Query, run: (query: Query) => Promise<unknown>) => [
      await measure(name, repeated(query), run, readKey),
    ];
    const near: Query = { ...amsterdam, maxDistance: "25", sort: "price_asc" };
    const everywhere = [
      keyRow("/search, a common word, p50", await one("control", { q: "control" }, searchAll), BROAD),
      keyRow("/search, a rare word, p50", await one(RARE, { q: RARE }, searchAll), BROAD),
      keyRow(
        "/search, a typo, p50",
        await one("babolt pur drive", { q: "babolt pur drive" }, searchAll),
        TYPO,
      ),
      keyRow(
        "/search within 25 km by price, a common word, a rare one, a typo",
        [
          await measure("control", repeated({ q: "control", ...near }), searchAll, readKey),
          await measure(RARE, repeated({ q: RARE, ...near }), searchAll, readKey),
          await measure("babolt", repeated({ q: "babolt pur drive", ...near }), searchAll, readKey),
        ],
        BROAD,
      ),
    ];
    await bare.end();
    return [
      ...everywhere,
      keyRow("default browse of each of the types, 1,000,000 listings over all, p50", defaults, undefined),
      keyRow(
        "the same with a common word, a facet, a price and 50 km, by date, price and distance",
        worsts,
        BROAD,
      ),
      keyRow("the same, nearest first", nearest, undefined),
      keyRow("counts beside each option over large results", counts, BROAD),
      await growthRow(stocked, folder),
      ...(await sitemapRows(stocked, folder, [SMALL, LARGE])),
    ];
  } finally {
    await stocked.stop();
  }
}

/** Runs the items one after the other, since concurrent measurements would affect each other. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
