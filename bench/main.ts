// npm run bench [-- PART…] [-- --long]: compares each measured ratio with its budget. A run of all parts writes
// results.md; the part `search` writes plans.md.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "#server/build.ts";
import type { Bench, Part } from "./bench.ts";
import { benchBulk } from "./parts/bulk.ts";
import { benchChat } from "./parts/chat.ts";
import { benchDelivery } from "./parts/delivery.ts";
import { benchFlood } from "./parts/flood.ts";
import { benchMemory } from "./parts/memory.ts";
import { benchModels } from "./parts/models.ts";
import { benchPages } from "./parts/pages.ts";
import { benchPhotos } from "./parts/photos.ts";
import { benchSaved } from "./parts/saved.ts";
import { benchSearch } from "./parts/search.ts";
import { benchStart } from "./parts/start.ts";
import { benchStreams } from "./parts/streams.ts";
import { benchTypes } from "./parts/types.ts";
import { benchWeight } from "./parts/weight.ts";
import { machine, type Row, table } from "./report.ts";

const PARTS: Readonly<Record<string, Part>> = {
  pages: benchPages,
  weight: benchWeight,
  chat: benchChat,
  streams: benchStreams,
  delivery: benchDelivery,
  photos: benchPhotos,
  start: benchStart,
  memory: benchMemory,
  flood: benchFlood,
  search: benchSearch,
  types: benchTypes,
  models: benchModels,
  saved: benchSaved,
  bulk: benchBulk,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !PARTS[name]);
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(", ")}": it is one of ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), "second-serve-bench-"));
// The embedded database may run as another user.
chmodSync(folder, 0o711);
const started = performance.now();
const line = machine();
const bench: Bench = { folder, long: values.long, say: (sentence) => console.log(sentence) };
const rows: Row[] = [];
try {
  await buildIfStale(bench.say);
  for (const [name, run] of Object.entries(PARTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`\n${name} …`);
    const measured = await run(bench);
    console.log(table(measured));
    rows.push(...measured);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (positionals.length === 0) {
  const minutes = Math.round((performance.now() - started) / 60_000);
  const head = `# What \`npm run bench\` measured\n\n${line}. ${minutes} minutes, ${new Date().toISOString().slice(0, 10)}.`;
  const about =
    "Each row is the ratio of two things measured in turn in one run (medians), with its two budgets. [notes.md](notes.md) explains how to read the rows and why some miss their budget; the part `search` writes the query plans of the slowest searches to plans.md, which is not committed.";
  writeFileSync(new URL("results.md", import.meta.url), `${head}\n\n${about}\n\n${table(rows)}\n`);
}
console.log(`\n${line}`);
process.exit(0);
