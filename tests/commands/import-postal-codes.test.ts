import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, parseEnv } from "#app/platform/env.server.ts";
import { placeListings } from "#server/postal-listings.ts";
import { person } from "#tests/support/people.ts";
import { endedCleanly } from "#tests/support/postmaster.ts";
import { preparedDataDir, startPrepared } from "#tests/support/prepared-data.ts";
import { updateRows } from "#tests/support/rows.ts";
import { listingOf } from "#tests/support/samples.ts";
import {
  AUTH_SECRET,
  emptyEnvironment,
  newDataDir,
  startServer,
  type TestServer,
} from "#tests/support/server.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** A .zip file as GeoNames publishes it: a readme, and a text file with the postal codes 1071, 1072, 3511 and 9712. */
const NL_ZIP = path.join(ROOT, "tests/fixtures/NL.zip");

let folder: string;
let dataDir: string;
let server: TestServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-postal-"));
  dataDir = newDataDir();
});

/** For tests of what happens after the first start, which takes long. */
function usePrepared(): void {
  rmSync(dataDir, { recursive: true });
  dataDir = preparedDataDir();
}

afterEach(async () => {
  await server?.stop();
  server = undefined;
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

/** Runs the command in a folder outside the project. */
function command(files: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(path.join(ROOT, "bin/second-serve"), ["import-postal-codes", ...files], {
    cwd: folder,
    // In its own process group, as in a terminal: Ctrl-C reaches the whole group.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...emptyEnvironment(), DATA_DIR: dataDir, ...env },
  });
  let output = "";
  const listeners: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      output += part;
      for (const look of listeners) look();
    });
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
  return {
    ended,
    /** Resolves when the output contains this text. */
    says: (text: string) =>
      new Promise<void>((resolve) => {
        listeners.push(() => output.includes(text) && resolve());
      }),
    interrupt: () => process.kill(-(child.pid ?? Number.NaN), "SIGINT"),
  };
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(path.join(folder, name), lines.map((line) => `${line}\n`).join(""));
}

const row = (country: string, code: string, latitude: number, longitude: number) =>
  `${country}\t${code}\tPlace\tArea\t01\t\t\t\t\t${latitude}\t${longitude}\t6`;

/** Two rackets and a bag in the postal code 1071, and a racket in the one beside it. */
async function addListings({ databaseUrl }: TestServer): Promise<void> {
  configure(parseEnv({ DATABASE_URL: databaseUrl, AUTH_SECRET }));
  const seller = await person("seller");
  for (const [type, postal_code] of [
    ["racket", "1071AB"],
    ["racket", "1071AB"],
    ["bag", "1071AB"],
    ["racket", "1072AB"],
  ] as const) {
    const { id } = await listingOf(seller, type);
    await updateRows("listings", { id }, { country: "NL", postal_code });
  }
  await closeDb();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await placeListings(client, ["NL"]);
  await client.end();
}

describe("bin/second-serve import-postal-codes", () => {
  test("imports a downloaded and an unpacked file before the first start, and the shop then has the codes", async () => {
    write("DE.txt", [row("DE", "10117", 52.517, 13.387), "DE\t10119", row("BE", "1000", 50.85, 4.35)]);
    const { code, output } = await command([NL_ZIP, "DE.txt"]).ended;
    expect(output.trim().split("\n")).toEqual([
      "NL.zip: NL.txt: 4 rows, 4 postal codes of NL, 4 new or moved.",
      "DE.txt: 3 rows, 1 postal code of DE, 1 new or moved.",
      "  1 row of other countries skipped (BE 1).",
      "  1 row left out:",
      "    line 2: it has too few columns between tabs (2 of 11)",
      "0 listings were moved to where the postal codes are now.",
    ]);
    expect(code).toBe(0);
    expect(endedCleanly(dataDir)).toBe(true);
    server = await startServer({ dataDir });
    const known = "select code from postal_codes where not shipped order by code";
    expect((await query<{ code: string }>(server.databaseUrl, known)).map(({ code: one }) => one)).toEqual([
      "10117",
      "1071",
      "1072",
      "3511",
      "9712",
    ]);
  });

  test("imports while the shop runs: listings move to the new coordinates of their postal codes, on cached pages too", async () => {
    usePrepared();
    server = await startServer({ dataDir });
    await addListings(server);
    const near = `${server.url}/rackets?country=NL&postalCode=1071&maxDistance=1`;
    const cards = async () => (await (await fetch(near)).text()).match(/<article/g)?.length ?? 0;
    expect(await cards()).toBe(3);
    write("NL_full.txt", [row("NL", "1071 AA", 52.4, 4.7), row("NL", "1071 ZZ", 52.5, 4.9)]);
    const { code, output } = await command(["NL_full.txt"]).ended;
    expect(output).toContain("NL_full.txt: 2 rows, 3 postal codes of NL, 3 new or moved.");
    expect(code).toBe(0);
    expect(output).toContain("3 listings were moved to where the postal codes are now.");
    const moved =
      "select count(*)::int as n from listings where postal_code like '1071%' and latitude = 52.45";
    expect(await query(server.databaseUrl, moved)).toEqual([{ n: 3 }]);
    await expect.poll(cards).toBe(2);
  });

  test("imports into the database of DATABASE_URL, and a second run after Ctrl-C completes the import", async () => {
    server = await startPrepared();
    const codes = Array.from({ length: 60_000 }, (_, index) => String(10_000 + index));
    write(
      "DE.txt",
      [...codes, ...codes].map((code, index) => row("DE", code, 50 + (index < 60_000 ? 0 : 2), 10)),
    );
    const elsewhere = { DATABASE_URL: server.databaseUrl, DATA_DIR: path.join(folder, "none") };
    const cut = command(["DE.txt"], elsewhere);
    await cut.says("rows read");
    cut.interrupt();
    expect(await cut.ended).toMatchObject({
      output: expect.stringContaining("Stopped. What is in stays; start again to bring in the rest."),
    });
    const { code, output } = await command(["DE.txt"], elsewhere).ended;
    expect(output).toContain("DE.txt: 120,000 rows, 60,000 postal codes of DE");
    expect(code).toBe(0);
    const whole =
      "select count(*)::int as n from postal_codes where country = 'DE' and not shipped and latitude = 51";
    expect(await query(server.databaseUrl, whole)).toEqual([{ n: 60_000 }]);
  });

  test("reports missing files in a sentence, before it starts a database", async () => {
    const none = await command([]).ended;
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining("Which files?") });
    write("DE.txt", [row("DE", "10117", 52.5, 13.4)]);
    const missing = await command(["DE.txt", "FR.txt"]).ended;
    expect(missing.output).toBe(`There is no file ${path.join(folder, "FR.txt")}.\n`);
    expect(missing.code).toBe(1);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("reports a broken .zip, and a file without postal codes, in a sentence", async () => {
    usePrepared();
    write("broken.zip", ["PK\u0003\u0004 and then nothing"]);
    const broken = await command(["broken.zip"]).ended;
    expect(broken).toMatchObject({
      code: 1,
      output: expect.stringContaining("broken.zip is a broken .zip ("),
    });
    write("notes.txt", ["Postal codes are nice."]);
    const useless = await command(["notes.txt"]).ended;
    expect(useless.code).toBe(1);
    expect(useless.output).toContain("there is no postal code in it. Is it one of GeoNames' postal files?");
  });
});
