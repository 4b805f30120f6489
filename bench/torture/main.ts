// npm run torture [-- ROW…] [-- --short | --long] [-- --seed N]: breaks running shops on purpose, and writes the line of
// each row in ../torture.md as soon as it has run. `--short` takes two minutes, is part of `npm test`, and writes nothing.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "#server/build.ts";
import { newPreparedDataDir } from "#tests/support/prepare-data.ts";
import { chances } from "../random.ts";
import { machine } from "../report.ts";
import { buyers } from "./buyers.ts";
import { faults } from "./faults.ts";
import { kills } from "./kills.ts";
import { level } from "./level.ts";
import { signal, treeOf } from "./processes.ts";
import { repeats } from "./repeats.ts";
import { restore } from "./restore.ts";
import { line, type Outcome, type Row, type Size, withLine } from "./row.ts";
import { stops } from "./stops.ts";
import { streams } from "./streams.ts";

const ROWS: Readonly<Record<string, Row>> = {
  R1: level,
  R2: kills,
  R3: faults,
  R4: streams,
  R5: repeats,
  R6: buyers,
  R7: stops,
  R8: restore,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    /** A data folder on which a server has started once: by default a new one. */
    template: { type: "string" },
  },
});
const unknown = positionals.filter((name) => !ROWS[name]);
if (unknown.length > 0) {
  console.error(`There is no row "${unknown.join(", ")}": it is one of ${Object.keys(ROWS).join(", ")}.`);
  process.exit(1);
}

const size: Size = values.short ? "short" : values.long ? "long" : "usual";
const results = new URL("../torture.md", import.meta.url);
const folder = mkdtempSync(path.join(tmpdir(), "second-serve-torture-"));
// The embedded database may run as another user.
chmodSync(folder, 0o711);
// So that everything is removed with it, whatever happens.
process.env.TMPDIR = folder;
let isMet = true;

function removeAll(): void {
  signal(treeOf(process.pid).slice(1), "SIGKILL");
  const mounts = existsSync("/proc/mounts") ? readFileSync("/proc/mounts", "utf8").split("\n") : [];
  for (const mounted of mounts.map((mount) => mount.split(" ")[1] ?? ""))
    if (mounted.startsWith(`${folder}/`)) execFileSync("umount", [mounted]);
  rmSync(folder, { recursive: true, force: true });
}
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(name, () => {
    removeAll();
    process.exit(130);
  });

/** A row that throws has not been met: what it says is its fault. */
async function run(name: string, row: Row, template: string): Promise<Outcome> {
  const say = (sentence: string) => console.log(`  ${sentence}`);
  try {
    const seeded = chances(`${name} ${values.seed}`);
    return await row.run({ template, folder, chances: seeded, of: (sizes) => sizes[size], say });
  } catch (error) {
    return { ran: "broke off", result: "", faults: [error instanceof Error ? error.message : String(error)] };
  }
}

try {
  await buildIfStale((sentence) => console.log(sentence));
  const template = values.template ?? (await newPreparedDataDir());
  console.log(`${machine()}; repeat with --seed ${values.seed}`);
  for (const [name, row] of Object.entries(ROWS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`\n${name}: ${row.asked}`);
    const [about, started] = [machine(), performance.now()];
    const outcome = await run(name, row, template);
    isMet &&= outcome.faults.length === 0;
    const seconds = Math.round((performance.now() - started) / 1_000);
    const when = `${new Date().toISOString().slice(0, 10)}, ${seconds} s, ${size}; ${about}; seed ${values.seed}`;
    console.log(line(name, row, outcome, when));
    for (const fault of outcome.faults) console.log(`  ✗ ${fault}`);
    if (size !== "short")
      writeFileSync(
        results,
        withLine(readFileSync(results, "utf8"), Object.keys(ROWS), line(name, row, outcome, when)),
      );
  }
} finally {
  removeAll();
}
process.exit(isMet ? 0 : 1);
