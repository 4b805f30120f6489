import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pictureFiles } from "#app/features/photos/photo.ts";
import { closeDb } from "#app/platform/db.server.ts";
import { configure, env, parseEnv } from "#app/platform/env.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { person } from "#tests/support/people.ts";
import { preparedDataDir } from "#tests/support/prepared-data.ts";
import { type S3Peer, startS3 } from "#tests/support/s3.ts";
import { listingOf, photoOf } from "#tests/support/samples.ts";
import {
  AUTH_SECRET,
  emptyEnvironment,
  newDataDir,
  startServer,
  type TestServer,
} from "#tests/support/server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const NAMES = ["Blade 98", "Pure Drive", "Speed Pro"];

let folder: string;
let dataDir: string;
let server: TestServer;
let s3: S3Peer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-backup-"));
  s3 = await startS3();
  dataDir = preparedDataDir();
  server = await startServer({ dataDir });
  configure(parseEnv({ DATABASE_URL: server.databaseUrl, AUTH_SECRET, DATA_DIR: dataDir }));
  const seller = await person("seller");
  for (const name of NAMES) {
    const key = name.charCodeAt(0).toString(16).repeat(32);
    await listingOf(seller, "racket", { name, photos: [await photoOf(seller, { key })] });
    for (const file of pictureFiles(key, false))
      await openStorage(env().storageUrl).put(file, Buffer.from(file), "image/webp");
  }
  await closeDb();
});
afterAll(async () => {
  await server.stop();
  await s3.close();
  for (const place of [folder, dataDir]) rmSync(place, { recursive: true, force: true });
});

/** Runs `npm run NAME -- ARGUMENTS` as from a folder outside the project, without the second that npm takes. */
function command(name: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/run.mjs", name, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      INIT_CWD: folder,
      ...emptyEnvironment(),
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
}

const home = async (shop: TestServer) => (await fetch(shop.url)).status;

describe("bin/second-serve backup, verify and restore", () => {
  test("with the embedded database: while the shop is open, into a new data folder, which then is the same shop", async () => {
    const made = await command("backup", ["shop.tar.zst"], { DATA_DIR: dataDir });
    expect(made.output).toMatch(
      /^\/.*\/shop\.tar\.zst: [\d,]+ rows of \d+ tables, \d+ MB\.\nIt has [\d,]+ files? of photos\.\n/,
    );
    expect(made.output).toContain("AUTH_SECRET is not in it: keep it in another place.");
    expect(made.code).toBe(0);
    expect(await home(server)).toBe(200);
    // No secret of the shop is in the file.
    expect(readdirSync(dataDir)).toContain("auth-secret");

    const good = await command("verify", ["shop.tar.zst"], { DATA_DIR: path.join(folder, "none") });
    expect(good.output).toMatch(
      /^\/.*\/shop\.tar\.zst is good: [\d,]+ rows of \d+ tables and [\d,]+ files? of photos, as they were on 20/,
    );
    expect(good.code).toBe(0);
    expect(existsSync(path.join(folder, "none"))).toBe(false);

    const elsewhere = newDataDir();
    try {
      const back = await command("restore", ["shop.tar.zst"], { DATA_DIR: elsewhere });
      expect(back.output).toMatch(
        /^\/.*\/shop\.tar\.zst, made on 20[\d-]+ [\d:]+ UTC, of \d+ MB, is being restored\.\n\/.*shop\.tar\.zst is restored:/,
      );
      expect(back.output).toMatch(/\nThe storage has [\d,]+ photos? of [\d,]+\.\n/);
      expect(back.output).toContain("everybody signs in again.");
      expect(back.output).toContain(
        `The backup had an AUTH_SECRET: put the old file auth-secret into ${elsewhere}`,
      );
      expect(back.code).toBe(0);
      copyFileSync(path.join(dataDir, "auth-secret"), path.join(elsewhere, "auth-secret"));
      const second = await startServer({ dataDir: elsewhere });
      const names = async ({ url }: TestServer) =>
        (await (await fetch(`${url}/rackets`)).text()).match(new RegExp(NAMES.join("|"), "g"));
      const restored = await names(second);
      expect(new Set(restored)).toEqual(new Set(NAMES));
      expect(restored).toEqual(await names(server));
      await second.stop();
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test("with DATABASE_URL and an S3 store: BACKUP_URL is where they are", async () => {
    const env = {
      DATABASE_URL: server.databaseUrl,
      AUTH_SECRET,
      DATA_DIR: path.join(folder, "none"),
      STORAGE_URL: s3.url,
      BACKUP_URL: s3.url,
    };
    const made = await command("backup", [], env);
    expect(made.output).toMatch(/\/photos\/second-serve-[\dTZ-]+\.tar\.zst: [\d,]+ rows/);
    expect(made.output).toContain("It has no photos: the storage must keep them");
    expect(made.output).not.toContain("S3RVER");
    expect(made.code).toBe(0);
    const good = await command("verify", [], env);
    expect(good.output).toContain("is good:");
    expect(good.code).toBe(0);
    const back = await command("restore", [], env);
    expect(back.output).toContain("The shop runs on this database: stop all servers first.");
    expect(back.code).toBe(1);
  });

  test("a broken file, no file, no shop, and no place for a temporary database are told in a sentence", async () => {
    const file = path.join(folder, "broken.tar.zst");
    copyFileSync(path.join(folder, "shop.tar.zst"), file);
    truncateSync(file, Math.floor(readFileSync(file).length / 2));
    expect(await command("verify", ["broken.tar.zst"], {})).toEqual({
      code: 1,
      output: expect.stringMatching(/^\/.*\/broken\.tar\.zst: It is (damaged|not whole)[^\n]*\n$/),
    });
    expect((await command("verify", ["nothing"], {})).output).toMatch(
      /\/nothing: There is no such file\.\n$/,
    );
    const noPlace = path.join(folder, "no-place");
    expect((await command("verify", ["shop.tar.zst"], { TMPDIR: noPlace })).output).toBe(
      `A folder for the temporary database cannot be made (ENOENT: ${noPlace}). Let TMPDIR name a folder that this user can write.\n`,
    );
    expect((await command("verify", [], {})).output).toContain("Which file? bin/second-serve backup FILE");
    const nowhere = { DATA_DIR: path.join(folder, "none") };
    expect((await command("backup", ["new.tar.zst"], nowhere)).output).toBe(
      `There is no database in ${nowhere.DATA_DIR}.\n`,
    );
    expect(existsSync(path.join(folder, "new.tar.zst"))).toBe(false);
  });
});
