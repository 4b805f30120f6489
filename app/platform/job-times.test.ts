import { afterEach, expect, test, vi } from "vitest";
import { type Cron, eachMinute, isCronMinute, lookRepeatedly } from "./job-times.server.ts";

afterEach(() => vi.useRealTimers());

// 4 January 2026 is a Sunday.
test.each<[Cron, string, boolean]>([
  ["* * * * *", "2026-01-04T00:00Z", true],
  ["*/5 * * * *", "2026-01-04T03:55Z", true],
  ["*/5 * * * *", "2026-01-04T03:56Z", false],
  ["7 * * * *", "2026-01-04T23:07Z", true],
  ["7 * * * *", "2026-01-04T23:17Z", false],
  ["29 3 * * *", "2026-01-04T03:29Z", true],
  ["29 3 * * *", "2026-01-04T04:29Z", false],
  ["47 3 * * 0", "2026-01-04T03:47Z", true],
  ["47 3 * * 0", "2026-01-05T03:47Z", false],
  ["0 0 4 1 *", "2026-01-04T00:00Z", true],
  ["0 0 4 2 *", "2026-01-04T00:00Z", false],
])("%s and %s: %s", (cron, minute, expected) => {
  expect(isCronMinute(cron, new Date(minute))).toBe(expected);
});

test("each minute comes when it begins, the current one at once, and none after the end", () => {
  vi.useFakeTimers({ now: new Date("2026-01-04T03:06:40.500Z") });
  const minutes: string[] = [];
  const end = eachMinute((minute) => minutes.push(minute.toISOString().slice(11, 19)));
  vi.advanceTimersByTime(19_499);
  expect(minutes).toEqual(["03:06:00"]);
  vi.advanceTimersByTime(1);
  expect(minutes).toEqual(["03:06:00", "03:07:00"]);
  vi.advanceTimersByTime(60_000);
  expect(minutes).toEqual(["03:06:00", "03:07:00", "03:08:00"]);
  end();
  vi.advanceTimersByTime(120_000);
  expect(minutes).toHaveLength(3);
});

test("a look comes after the time that the last one returned, or earlier when it is asked for", async () => {
  vi.useFakeTimers();
  const look = vi.fn(async () => 30_000);
  const looks = lookRepeatedly(look, 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(1);
  looks.within(40_000);
  looks.within(5_000);
  looks.within(20_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(look).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(look).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(look).toHaveBeenCalledTimes(3);
  looks.stop();
  looks.within(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(look).toHaveBeenCalledTimes(3);
});
