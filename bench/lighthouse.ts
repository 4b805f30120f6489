// npm run lighthouse [-- PAGE…] [-- --runs N]: measures pages on a simulated phone. A run of all pages writes
// lighthouse.md. The exit code is 1 when a required budget is missed.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { MAKE_AVIF, photoJobs } from "#app/features/photos/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { buildIfStale } from "#server/build.ts";
import { freePort } from "#tests/support/server.ts";
import { chromium as program } from "../scripts/browsers.mjs";
import { audit } from "./lighthouse/audit.ts";
import {
  BUDGETS,
  type Measure,
  type Measured,
  medianView,
  missedBy,
  viewTable,
} from "./lighthouse/budgets.ts";
import { PRESS_MS, slowestInteraction } from "./lighthouse/interactions.ts";
import { type AuditedPage, pagesOf, signedInCookie } from "./lighthouse/pages.ts";
import { scriptWeight } from "./parts/weight.ts";
import { machine } from "./report.ts";
import { openShop } from "./shop.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" } },
});
const unknown = positionals.filter((name) => !pagesOf("").some((page) => page.name === name));
if (unknown.length > 0) {
  const names = pagesOf("").map(({ name }) => name);
  console.error(`There is no page "${unknown.join(", ")}": it is one of ${names.join(", ")}.`);
  process.exit(1);
}
const line = machine();
await buildIfStale(console.log);
const shop = await openShop();
const port = await freePort();
const browser = await chromium.launch({
  executablePath: program(),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});

async function measure({ name, path, interactions, signedIn, withoutBudget }: AuditedPage, cookie: string) {
  const url = shop.server.url + path;
  const own = signedIn ? cookie : undefined;
  // Fills the page cache, since most visitors get a cached page.
  await fetch(url, { headers: own ? { cookie: own } : {} });
  const script = (await scriptWeight(url, own)).bytes / 1024;
  const views = [];
  const slowest = [];
  const faults = new Set<string>();
  for (let run = 0; run < Number(values.runs); run++) {
    const slow = await slowestInteraction(browser, url, interactions, own);
    slowest.push(slow);
    const seen = await audit(url, port, own);
    views.push({ ...seen.view, script, inp: slow.ms });
    for (const fault of seen.faults) faults.add(fault);
  }
  const measured: Measured = { page: name, view: medianView(views), withoutBudget };
  const slow = slowest.sort((one, other) => one.ms - other.ms)[slowest.length >> 1];
  console.log(viewTable([measured]));
  console.log(
    `slowest: ${slow?.what} (${slow?.ms} ms); could be better: ${[...faults].join(", ") || "nothing"}\n`,
  );
  return { measured, slow };
}

/** The job that makes AVIF files runs after uploads, but not for demo photos. */
async function makeAvifOf(listing: string): Promise<void> {
  const photos = await db().selectFrom("photos").select("key").where("listing_id", "=", listing).execute();
  for (const { key } of photos) await photoJobs[MAKE_AVIF]?.work({ key }, new AbortController().signal);
}

const results: Awaited<ReturnType<typeof measure>>[] = [];
try {
  const listing = await db()
    .selectFrom("photos")
    .select("listing_id")
    .where("listing_type", "=", "racket")
    .where("position", "=", 0)
    .orderBy("listing_id", "desc")
    .executeTakeFirstOrThrow();
  const id = String(listing.listing_id);
  await makeAvifOf(id);
  const pages = pagesOf(`/rackets/${id}`);
  const cookie = await signedInCookie();
  for (const page of pages)
    if (positionals.length === 0 || positionals.includes(page.name))
      results.push(await measure(page, cookie));
} finally {
  await browser.close();
  await shop.stop();
}

const table = viewTable(results.map(({ measured }) => measured));
console.log(`\n${table}\n`);
const missed = results.flatMap(({ measured: { page, view, withoutBudget } }) =>
  missedBy(view, withoutBudget).map((name: Measure) => `${page}: ${BUDGETS[name].title}`),
);
if (missed.length > 0) console.log(`Missed: ${missed.join("; ")}`);
if (positionals.length === 0) {
  const slow = results.map(({ measured, slow: one }) => `- ${measured.page}: ${one?.what}, ${one?.ms} ms`);
  writeFileSync(
    new URL("lighthouse.md", import.meta.url),
    `# What \`npm run lighthouse\` measured

${line}. ${new Date().toISOString().slice(0, 10)}. A built shop with the demo stock; the median of ${values.runs} runs.

Lighthouse's mid-range phone: 412 px wide, "slow 4G" (150 ms, 1.6 Mbit/s) and a four times slower processor, both simulated
(\`simulate\`). INP is measured separately, in the same Chromium at a quarter of its speed (DevTools): presses of
${PRESS_MS} ms on each page, of which the slowest counts. JavaScript is that of a first visit, gzip.

${table}

The slowest interaction on each page:

${slow.join("\n")}
`,
  );
}
process.exit(missed.length > 0 ? 1 : 0);
