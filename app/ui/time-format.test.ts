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

  test("is short in a list", () => {
    expect(moments.brief("2026-11-20T08:05:00Z")).toBe("09:05");
    expect(moments.brief("2026-11-19T08:05:00Z")).toBe("Yesterday");
    expect(moments.brief("2026-10-01T08:05:00Z")).toBe("1 Oct");
    expect(moments.brief("2025-10-01T08:05:00Z")).toBe("1 Oct 2025");
  });

  test.each(["en-GB", "en-US", "nl", "de", "fr"])(
    "from another year has the same format in a list as on a card, in %s",
    (locale) => {
      const day = "2025-10-01T08:05:00Z";
      expect(timeFormat(locale, "UTC", now).brief(day)).toBe(formatDay(new Date(day), locale));
    },
  );

  test("is in the reader's language", () => {
    expect(timeFormat("nl", "Europe/Amsterdam", now).day("2026-11-19T12:00:00Z")).toBe("Gisteren");
    expect(timeFormat("de", "Europe/Amsterdam", now).day("2026-11-12T12:00:00Z")).toBe(
      "Donnerstag, 12. November",
    );
    expect(timeFormat("en-US", "America/New_York", now).time("2026-11-20T18:05:00Z")).toMatch(/^01:05\sPM$/);
  });

  test("is never 'Today' when the current time is unknown", () => {
    expect(timeFormat("en-GB", "UTC", null).day("2026-11-20T12:00:00Z")).toBe("20 November 2026");
  });
});
