// npm run bench [-- PART…] [-- --long] [-- --small] [-- --folder PATH]: compares each measured ratio with its budget, and
// writes the sections of these parts in results.md. `--long` measures memory for ten minutes. `--small` only shows that a
// part runs: with a twentieth of the rows of large databases, and writes nothing. `--folder` is for the databases: it stays,
// and the next run with it does not load them again. `ten-million` needs 30 GB and an hour, so it runs only when it is named.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "#server/build.ts";
import { api } from "./parts/api.ts";
import { backup } from "./parts/backup.ts";
import { bulk } from "./parts/bulk.ts";
import { chat } from "./parts/chat.ts";
import { cost } from "./parts/cost.ts";
import { delivery } from "./parts/delivery.ts";
import { flood } from "./parts/flood.ts";
import { memory } from "./parts/memory.ts";
import { models } from "./parts/models.ts";
import { pages } from "./parts/pages.ts";
import { photos } from "./parts/photos.ts";
import { replicas } from "./parts/replicas.ts";
import { saved } from "./parts/saved.ts";
import { search } from "./parts/search.ts";
import { sharedCache } from "./parts/shared-cache.ts";
import { start } from "./parts/start.ts";
import { streams } from "./parts/streams.ts";
import { tenMillion } from "./parts/ten-million.ts";
import { types } from "./parts/types.ts";
import { weight } from "./parts/weight.ts";
import { type Bench, machine, type Part, section, table, withSections } from "./report.ts";

const PARTS: Readonly<Record<string, Part>> = {
  "shared-cache": sharedCache,
  ...{ cost, pages, api, weight, chat, streams, delivery, photos, start, memory, flood },
  ...{ search, types, models, saved, bulk, backup, replicas, "ten-million": tenMillion },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    small: { type: "boolean", default: false },
    folder: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !PARTS[name]);
if (unknown.length > 0) {
  console.error(`There is no part "${unknown.join(", ")}": it is one of ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

const folder = values.folder
  ? path.resolve(values.folder)
  : mkdtempSync(path.join(tmpdir(), "second-serve-bench-"));
mkdirSync(folder, { recursive: true });
// The embedded database may run as another user.
chmodSync(folder, 0o711);
const bench: Bench = {
  folder,
  long: values.long,
  scaled: (count) => (values.small ? count / 20 : count),
  say: (sentence) => console.log(sentence),
};
const results = new URL("results.md", import.meta.url);
const sections: string[] = [];
try {
  await buildIfStale(bench.say);
  for (const [name, part] of Object.entries(PARTS)) {
    if (positionals.length > 0 ? !positionals.includes(name) : name === "ten-million") continue;
    console.log(`\n${name} …`);
    const about = `${machine()}, ${new Date().toISOString().slice(0, 10)}`;
    const rows = await part(bench);
    console.log(table(rows));
    sections.push(section(name, about, rows));
  }
} finally {
  if (!values.folder) rmSync(folder, { recursive: true, force: true });
}
if (!values.small)
  writeFileSync(results, withSections(readFileSync(results, "utf8"), Object.keys(PARTS), sections));
console.log(`\n${machine()}`);
process.exit(0);
