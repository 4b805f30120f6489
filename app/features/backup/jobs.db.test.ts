import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pictureFiles } from "#app/features/photos/photo.ts";
import { metricsAnswer } from "#app/platform/metrics.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { person } from "#tests/support/people.ts";
import { photoOf } from "#tests/support/samples.ts";
import { backUpDaily, measureBackups } from "./jobs.server.ts";
import { nameOfBackup } from "./retention.ts";

openDatabase();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "second-serve-daily-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const names = () => readdirSync(folder).sort();
const at = (time: string) => new Date(`2026-11-${time}Z`);

test("a shop in which nobody has an account yet makes no backup, and that is no failure", async () => {
  await withEnv({ backupUrl: `file:${folder}` }, async () => {
    for (const time of ["01T02:13:00", "02T02:13:00"]) await backUpDaily(at(time), signal);
    expect(names()).toEqual([]);
  });
});

test("a shop that has lost its people makes no backup", async () => {
  const place = mkdtempSync(path.join(tmpdir(), "second-serve-daily-"));
  await withEnv({ backupUrl: `file:${place}` }, async () => {
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      writeFileSync(path.join(place, nameOfBackup(at(`0${day}T02:13:00`))), "");
    const before = readdirSync(place);
    await expect(backUpDaily(at("10T02:13:00"), signal)).rejects.toThrow("Nobody has an account");
    expect(readdirSync(place)).toEqual(before);
  });
  rmSync(place, { recursive: true });
});

test("a backup is made once a day, and old ones are deleted", async () => {
  await person("owner");
  await withEnv({ backupUrl: `file:${folder}` }, async () => {
    // Without any, the first is made at once.
    await backUpDaily(at("01T00:13:00"), signal);
    await backUpDaily(at("01T23:13:00"), signal);
    await backUpDaily(at("02T01:13:00"), signal);
    expect(names()).toEqual([nameOfBackup(at("01T00:13:00"))]);
    await backUpDaily(at("02T09:13:00"), signal);
    expect(names()).toEqual(["01T00:13:00", "02T09:13:00"].map((time) => nameOfBackup(at(time))));
    for (let day = 3; day <= 28; day += 1)
      writeFileSync(path.join(folder, nameOfBackup(at(`${String(day).padStart(2, "0")}T02:13:00`))), "");
    await backUpDaily(at("29T02:13:00"), signal);
    const kept = ["08", "15", "22", "23", "24", "25", "26", "27", "28", "29"];
    expect(names()).toEqual(kept.map((day) => nameOfBackup(at(`${day}T02:13:00`))));
  });
});

test("a shop that has lost its photos keeps the backups that have them", async () => {
  const place = mkdtempSync(path.join(tmpdir(), "second-serve-daily-"));
  const storageUrl = `file:${place}/photos`;
  const owner = await person("photographer");
  const keys = ["a", "b"].map((letter) => letter.repeat(64));
  for (const key of keys) await photoOf(owner, { key });
  await withEnv({ backupUrl: `file:${place}`, backupPhotos: "files", storageUrl }, async () => {
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      writeFileSync(path.join(place, nameOfBackup(at(`0${day}T02:13:00`))), "");
    const before = readdirSync(place);
    await expect(backUpDaily(at("10T02:13:00"), signal)).rejects.toThrow("The storage has none of 8 files");
    expect(readdirSync(place)).toEqual(before);
    const store = async (key = "") => {
      for (const file of pictureFiles(key, false))
        await openStorage(storageUrl).put(file, Buffer.from(file), "image/webp");
    };
    await store(keys[0]);
    const backups = () => readdirSync(place).filter((name) => name.endsWith(".zst"));
    await backUpDaily(at("10T02:13:00"), signal);
    expect(backups()).toHaveLength(before.length + 1);
    await store(keys[1]);
    await backUpDaily(at("11T02:13:00"), signal);
    expect(backups()).toHaveLength(8);
  });
  rmSync(place, { recursive: true });
});

test("without BACKUP_URL none is made", async () => {
  await withEnv({ backupUrl: undefined }, () => backUpDaily(new Date(), signal));
});

const metrics = async () => {
  const request = new Request("http://127.0.0.1/metrics", { headers: { "x-client-ip": "127.0.0.1" } });
  return (await metricsAnswer(request)).text();
};

test("the metrics do not wait for a bucket that does not answer, and tell no time then", async () => {
  const clients = new Set<Socket>();
  const silent = createServer((client) => clients.add(client.on("error", () => {})));
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  measureBackups(`s3://key:secret@127.0.0.1:${(silent.address() as AddressInfo).port}/bucket?ssl=0`);
  expect(await metrics()).not.toMatch(/^backup_last_success_timestamp_seconds /m);
  for (const client of clients) client.destroy();
  silent.close();
});

test("the metrics have the time of the newest backup", async () => {
  measureBackups(`file:${folder}`);
  const text = await metrics();
  const seconds = new Date("2026-11-29T02:13:00Z").getTime() / 1_000;
  expect(text).toContain(`\nbackup_last_success_timestamp_seconds ${seconds}\n`);
});
