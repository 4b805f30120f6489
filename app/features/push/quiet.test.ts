import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quietUntil } from "./quiet.ts";

const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);
const NIGHT = { from: 22, until: 7, timeZone: "UTC" };

describe("quiet hours", () => {
  test.each([
    ["21:59", NIGHT, null],
    ["22:00", NIGHT, "2026-03-11T07:00:00.000Z"],
    ["03:15", NIGHT, "2026-03-10T07:00:00.000Z"],
    ["06:59", NIGHT, "2026-03-10T07:00:00.000Z"],
    ["07:00", NIGHT, null],
    // 22:30 in Amsterdam.
    ["21:30", { ...NIGHT, timeZone: "Europe/Amsterdam" }, "2026-03-11T06:00:00.000Z"],
    // In Nepal it is 5:45 later.
    ["16:20", { ...NIGHT, timeZone: "Asia/Kathmandu" }, "2026-03-11T01:15:00.000Z"],
    ["13:00", { from: 12, until: 14, timeZone: null }, "2026-03-10T14:00:00.000Z"],
    ["14:00", { from: 12, until: 14, timeZone: null }, null],
    ["13:00", { from: 13, until: 13, timeZone: null }, null],
    ["13:00", { from: null, until: null, timeZone: null }, null],
  ])("at %s UTC with %o end at %s", (time, hours, end) => {
    expect(quietUntil(at(time), hours)?.toISOString() ?? null).toBe(end);
  });

  test("end within a day, at a time that is not quiet", () => {
    const hour = fc.integer({ min: 0, max: 23 });
    const minute = fc.integer({ min: 0, max: 2 * 1_440 });
    fc.assert(
      fc.property(hour, hour, minute, (from, until, minutes) => {
        const now = new Date(Date.UTC(2026, 2, 10) + minutes * 60_000);
        const hours = { from, until, timeZone: "America/St_Johns" };
        const end = quietUntil(now, hours);
        if (!end) return;
        expect(end.getTime() - now.getTime()).toBeGreaterThan(0);
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual(86_400_000);
        expect(quietUntil(end, hours)).toBeNull();
      }),
    );
  });
});
