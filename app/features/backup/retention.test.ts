import { expect, test } from "vitest";
import {
  deletedIn,
  isBackupName,
  nameOfBackup,
  nameOfDeletion,
  newestBackup,
  obsoleteFiles,
  timeOfBackup,
} from "./retention.ts";

const NOW = new Date("2026-11-29T02:13:05.123Z");
const DAY = 86_400_000;
const before = (days: number, hours = 0) =>
  nameOfBackup(new Date(NOW.getTime() - days * DAY - hours * 3_600_000));

test("a backup is named after its time", () => {
  expect(nameOfBackup(NOW)).toBe("second-serve-2026-11-29T021305Z.tar.zst");
  expect(timeOfBackup(nameOfBackup(NOW))).toEqual(new Date("2026-11-29T02:13:05Z"));
  for (const name of [
    "shop.tar.zst",
    "second-serve-2026-13-29T021305Z.tar.zst",
    ".second-serve-1.unfinished",
  ])
    expect(isBackupName(name)).toBe(false);
});

test("of daily backups, those of seven days and of four weeks are kept, each week's last", () => {
  const kept = new Set<string>();
  let names: string[] = [];
  for (let day = 99; day >= 0; day -= 1) {
    names.push(before(day));
    names = names.filter((name) => !obsoleteFiles(names).includes(name));
    kept.add(before(day));
  }
  expect(kept.size).toBe(100);
  // 29 November 2026 is a Sunday.
  expect(names).toEqual([21, 14, 7, 6, 5, 4, 3, 2, 1, 0].map((days) => before(days)));
});

test("of several in a day the last is kept", () => {
  expect(obsoleteFiles([before(0, 2), before(0), before(0, 1)])).toEqual([before(0, 1), before(0, 2)]);
});

test("nothing is deleted while no new backup is made, and nothing of another name", () => {
  const old = [200, 150, 149, 40].map((days) => before(days));
  expect(obsoleteFiles([...old, "shop.tar.zst", "second-serve-2020.tar.zst"])).toEqual([]);
});

test("the newest backup is known by its name", () => {
  expect(newestBackup([before(1), before(0), before(2), "second-serve-deleted-x.txt"])).toBe(before(0));
  expect(newestBackup(["shop.tar.zst"])).toBeUndefined();
});

test("the names of deletions have ids, and are kept as long as a backup that is older", () => {
  const id = "0199a1b2-0000-7000-8000-000000000001";
  const deleted = (days: number) => nameOfDeletion(new Date(NOW.getTime() - days * DAY), id);
  expect(deletedIn([deleted(0), before(0), "second-serve-deleted-2026-11-29-x.txt"])).toEqual([id]);
  expect(obsoleteFiles([before(3), deleted(2), deleted(3), deleted(4)])).toEqual([deleted(4)]);
  expect(obsoleteFiles([deleted(400)])).toEqual([]);
});
