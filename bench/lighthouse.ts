// npm run lighthouse [-- PAGE…] [-- --runs N]: measures pages on a simulated phone. A run of all pages writes
// lighthouse.md. The exit code is 1 when a required budget is missed.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { MAKE_AVIF, photoJobs } from "#app/features/photos/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { buildIfStale } from "#server/build.ts";
import { person } from "#tests/support/people.ts";
import { freePort } from "#tests/support/server.ts";
import { chromium as program } from "../scripts/browsers.mjs";
import {
  dialog,
  filter,
  heart,
  type Interaction,
  menu,
  PRESS_MS,
  slowestInteraction,
  typing,
} from "./interactions.ts";
import { median } from "./measure.ts";
import { scriptWeight } from "./parts/weight.ts";
import { atLeast, atMost, machine, markdownTable, verdict } from "./report.ts";
import { openShop } from "./shop.ts";

/** The budgets of every page (decision 0041). Scores are 0 to 100, times in ms, weights in KB. */
const BUDGETS = {
  performance: atLeast(95, 100),
  accessibility: atLeast(100, 100),
  "best practices": atLeast(100, 100),
  SEO: atLeast(100, 100),
  "LCP, ms": atMost(1_800, 1_200),
  CLS: atMost(0.02, 0.02),
  "INP, ms": atMost(100, 100),
  requests: atMost(35, 20),
  "JavaScript, KB": atMost(170, 122),
};
type Measure = keyof typeof BUDGETS;
const MEASURES = Object.keys(BUDGETS) as Measure[];
type View = Readonly<Record<Measure, number>>;

interface Page {
  readonly path: string;
  readonly signedIn?: true;
  /** The measure without a budget on this page. */
  readonly withoutBudget?: Measure;
  readonly interactions: readonly Interaction[];
}

/** The pages of a typical visit, and the browse page for a signed-in person. `detail` is the path of a listing. */
const pagesOf = (detail: string): Readonly<Record<string, Page>> => ({
  home: { path: "/", interactions: [menu, typing, heart, dialog] },
  browse: { path: "/rackets", interactions: [heart, dialog, filter] },
  detail: { path: detail, interactions: [typing, dialog] },
  // Results are excluded from search engines (app/domain/indexing.ts), which Lighthouse counts as an SEO fault.
  search: { path: "/search?q=wilson", withoutBudget: "SEO", interactions: [menu, typing, dialog] },
  "browse-signed-in": { path: "/rackets", signedIn: true, interactions: [heart, filter] },
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" } },
});
const names = Object.keys(pagesOf(""));
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no page "${unknown.join(", ")}": it is one of ${names.join(", ")}.`);
  process.exit(1);
}

/** Lighthouse's defaults are a mid-range phone, "slow 4G" and a processor four times as slow, all simulated. */
async function audit(url: string, port: number, cookie?: string) {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    output: "json",
    ...(cookie && { extraHeaders: { cookie }, disableStorageReset: true }),
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? "no result"}`);
  const { categories, audits } = result.lhr;
  const score = (id: string) => Math.round((categories[id]?.score ?? Number.NaN) * 100);
  const requests = audits["network-requests"]?.details as { items?: readonly { url: string }[] } | undefined;
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best practices": score("best-practices"),
    SEO: score("seo"),
    "LCP, ms": audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
    CLS: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    requests: requests?.items?.filter((item) => !item.url.startsWith("data:")).length ?? Number.NaN,
  };
}

const isMissed = ({ withoutBudget }: Page, name: Measure, value: number) =>
  name !== withoutBudget && verdict(BUDGETS[name], value) === "missed";

/** A line of the table; missed budgets are bold. */
function cellsOf(name: string, page: Page, view: View): string[] {
  const cells = MEASURES.map((measure) => {
    const value = view[measure];
    const shown = measure === "CLS" ? value.toFixed(3) : String(Math.round(value));
    if (measure === page.withoutBudget) return "–";
    return isMissed(page, measure, value) ? `**${shown}**` : shown;
  });
  return [name, ...cells];
}

const line = machine();
await buildIfStale(console.log);
const shop = await openShop();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: program(),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
const lines: string[][] = [];
const slowest: string[] = [];
const missed: string[] = [];
try {
  const { listing_id } = await db()
    .selectFrom("photos")
    .select("listing_id")
    .where("listing_type", "=", "racket")
    .where("position", "=", 0)
    .orderBy("listing_id", "desc")
    .executeTakeFirstOrThrow();
  // The job that makes AVIF files runs after uploads, but not for demo photos.
  const photos = await db().selectFrom("photos").select("key").where("listing_id", "=", listing_id).execute();
  for (const { key } of photos) await photoJobs[MAKE_AVIF]?.work({ key }, new AbortController().signal);
  const { cookie } = await person("reader");

  for (const [name, page] of Object.entries(pagesOf(`/rackets/${listing_id}`))) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const url = shop.url + page.path;
    const session = page.signedIn && cookie;
    // Fills the page cache, since most visitors get a cached page.
    await fetch(url, { headers: session ? { cookie: session } : {} });
    const kilobytes = (await scriptWeight(url, session)).bytes / 1024;
    const runs: (View & { slow: string })[] = [];
    for (let run = 0; run < Number(values.runs); run++) {
      const { ms, what } = await slowestInteraction(browser, url, page.interactions, session);
      const seen = await audit(url, port, session);
      runs.push({ ...seen, "INP, ms": ms, "JavaScript, KB": kilobytes, slow: `${what}, ${ms} ms` });
    }
    const medians = MEASURES.map((measure) => [measure, median(runs.map((run) => run[measure]))]);
    const view = Object.fromEntries(medians) as View;
    lines.push(cellsOf(name, page, view));
    slowest.push(`- ${name}: ${runs.find((run) => run["INP, ms"] === view["INP, ms"])?.slow}`);
    missed.push(
      ...MEASURES.filter((measure) => isMissed(page, measure, view[measure])).map(
        (measure) => `${name}: ${measure}`,
      ),
    );
    console.log(slowest.at(-1));
  }
} finally {
  await browser.close();
  await shop[Symbol.asyncDispose]();
}

const limits = MEASURES.map((name) => {
  const { at, must, wants } = BUDGETS[name];
  return `${at === "least" ? "≥" : "≤"} ${must}${must === wants ? "" : `, better ${wants}`}`;
});
const table = markdownTable(["page", ...MEASURES], [["*asked for*", ...limits], ...lines]);
console.log(`\n${table}\n`);
if (missed.length > 0) console.log(`Missed: ${missed.join("; ")}`);
if (positionals.length === 0)
  writeFileSync(
    new URL("lighthouse.md", import.meta.url),
    `# What \`npm run lighthouse\` measured

${line}. ${new Date().toISOString().slice(0, 10)}. A built shop with the demo stock; the median of ${values.runs} runs.

Lighthouse's mid-range phone: 412 px wide, "slow 4G" (150 ms, 1.6 Mbit/s) and a four times slower processor, both simulated
(\`simulate\`). INP is measured separately, in the same Chromium at a quarter of its speed (DevTools): presses of
${PRESS_MS} ms on each page, of which the slowest counts. JavaScript is that of a first visit, gzip.

${table}

The slowest interaction on each page:

${slowest.join("\n")}
`,
  );
process.exit(missed.length > 0 ? 1 : 0);
