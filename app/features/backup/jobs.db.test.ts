import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metricsAnswer } from "#app/platform/metrics.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
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

test("a backup is made once a day, and old ones are deleted", async () => {
  await withEnv({ backupUrl: `file:${folder}` }, async () => {
    const at = (time: string) => new Date(`2026-11-${time}Z`);
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

test("without BACKUP_URL none is made", async () => {
  await withEnv({ backupUrl: undefined }, () => backUpDaily(new Date(), signal));
});

test("the metrics have the time of the newest backup", async () => {
  measureBackups(`file:${folder}`);
  const request = new Request("http://127.0.0.1/metrics", { headers: { "x-client-ip": "127.0.0.1" } });
  const text = await (await metricsAnswer(request)).text();
  const seconds = new Date("2026-11-29T02:13:00Z").getTime() / 1_000;
  expect(text).toContain(`\nbackup_last_success_timestamp_seconds ${seconds}\n`);
});
