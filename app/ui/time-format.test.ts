import { describe, expect, test } from "vitest";
import { formatDay } from "#app/domain/format.ts";
import { timeFormat } from "./time-format.ts";

const now = new Date("2026-11-20T12:00:00Z");

describe("a formatted time", () => {
  const moments = timeFormat("en-GB", "Europe/Amsterdam", now);

  test("is in the time zone of the reader, not of their locale", () => {
    expect(moments.time("2026-11-19T23:30:00Z")).toBe("00:30");
    expect(moments.day("2026-11-19T23:30:00Z")).toBe("Today");
    expect(moments.dayOf("2026-11-19T23:30:00Z")).toBe(moments.dayOf("2026-11-20T12:00:00Z"));
  });

  test("is 'Yesterday', a date, or a date with its year if that is not the current year", () => {
    expect(moments.day("2026-11-19T12:00:00Z")).toBe("Yesterday");
    expect(moments.day("2026-11-12T12:00:00Z")).toBe("Thursday 12 November");
    expect(moments.day("2025-11-20T12:00:00Z")).toBe("20 November 2025");
  });

  test.each([
    ["shorter", "2026-03-29T22:30:00Z", "2026-03-29T10:00:00Z", "2026-03-28T22:30:00Z"],
    ["longer", "2026-10-25T22:30:00Z", "2026-10-24T12:00:00Z", "2026-10-23T12:00:00Z"],
  ])("is 'Yesterday' on the day before, also when the clocks make a day %s", (_, at, dayBefore, earlier) => {
    const changed = timeFormat("en-GB", "Europe/Amsterdam", new Date(at));
    expect(changed.day(at)).toBe("Today");
    expect(changed.day(dayBefore)).toBe("Yesterday");
    expect(changed.day(earlier)).not.toBe("Yesterday");
  });

  test("is short in a list", () => {
    expect(moments.brief("2026-11-20T08:05:00Z")).toBe("09:05");
    expect(moments.brief("2026-11-19T08:05:00Z")).toBe("Yesterday");
    expect(moments.brief("2026-10-01T08:05:00Z")).toBe("Oct 1");
    expect(moments.brief("2025-10-01T08:05:00Z")).toBe("Oct 1, 2025");
  });

  test.each(["en-GB", "en-US", "nl", "de", "fr"])(
    "from another year has the same format in a list as on a card, in %s",
    (locale) => {
      const day = "2025-10-01T08:05:00Z";
      expect(timeFormat(locale, "UTC", now).brief(day)).toBe(formatDay(new Date(day), locale));
    },
  );

  test("is a date as on cards in notifications, today and yesterday too, in the time zone of the reader [A9.30]", () => {
    expect(moments.shortDate("2026-11-19T23:30:00Z")).toBe("Nov 20, 2026");
    expect(moments.shortDate("2026-11-19T08:05:00Z")).toBe("Nov 19, 2026");
    expect(timeFormat("de", "America/New_York", now).shortDate("2026-11-20T02:00:00Z")).toBe("19.11.2026");
  });

  test("is in the reader's language", () => {
    expect(timeFormat("nl", "Europe/Amsterdam", now).day("2026-11-19T12:00:00Z")).toBe("Gisteren");
    expect(timeFormat("de", "Europe/Amsterdam", now).day("2026-11-12T12:00:00Z")).toBe(
      "Donnerstag, 12. November",
    );
    expect(timeFormat("en-US", "America/New_York", now).time("2026-11-20T18:05:00Z")).toMatch(/^01:05\sPM$/);
  });

  test.each(["en-GB", "en-US", "nl", "de", "fr"])(
    "is a date inside a sentence, also today, in %s",
    (locale) => {
      const here = timeFormat(locale, "UTC", now);
      for (const iso of ["2026-11-20T15:00:00Z", "2026-11-19T15:00:00Z"]) {
        expect(here.date(iso)).not.toBe(here.day(iso));
        expect(here.date(iso)).toContain(String(new Date(iso).getUTCDate()));
      }
      expect(here.date("2026-11-12T12:00:00Z")).toBe(here.day("2026-11-12T12:00:00Z"));
    },
  );

  test("is never 'Today' when the current time is unknown", () => {
    expect(timeFormat("en-GB", "UTC", null).day("2026-11-20T12:00:00Z")).toBe("20 November 2026");
  });
});
