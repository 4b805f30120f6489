import { useContext, useMemo } from "react";
import { dayFormat } from "#app/domain/format.ts";
import { DAY_MS } from "#app/domain/time.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { ClockContext, useHydrated } from "./use-hydrated.ts";

/** Formats moments in a locale and a time zone. */
export interface TimeFormat {
  /** "14:05" */
  time(iso: string): string;
  /** A key that all moments of one minute share. */
  minuteOf(iso: string): string;
  /** A key that all moments of one day share. */
  dayOf(iso: string): string;
  /** "Today", "Yesterday", "Thursday 20 November", "20 November 2025", standing alone. */
  day(iso: string): string;
  /** As `day`, for a sentence ("open until …"): never "Today" or "Yesterday". */
  date(iso: string): string;
  /** The time for today's moments, the day for others: "14:05", "Yesterday", "Nov 20", "Nov 20, 2025". */
  brief(iso: string): string;
  /** "Nov 20, 2026", as on cards (`formatDay`). */
  shortDate(iso: string): string;
}

/**
 * In the reader's time zone: the browser's after hydration, and before it the one that the server knows, so that the
 * page does not change. Without it, moments are in UTC until hydration.
 */
export function useTimeFormat(): TimeFormat {
  const hydrated = useHydrated();
  const clock = useContext(ClockContext);
  const locale = getLocale();
  // Midnight, so that the format changes with the day, in pages that stay open.
  const today = hydrated ? new Date().setHours(0, 0, 0, 0) : null;
  const before = today === null ? clock : null;
  return useMemo(() => {
    if (today !== null) return timeFormat(locale, undefined, new Date(today));
    return timeFormat(locale, before?.timeZone ?? "UTC", before && new Date(before.now));
  }, [locale, today, before]);
}

/** @param now null when unknown; then no day is called today */
export function timeFormat(locale: string, timeZone: string | undefined, now: Date | null): TimeFormat {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  // "2026-11-20", as in Swedish.
  const key = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  const long = format({ weekday: "long", day: "numeric", month: "long" });
  const longYear = format({ day: "numeric", month: "long", year: "numeric" });
  const short = dayFormat(locale, timeZone, { day: "numeric", month: "short" });
  const shortYear = dayFormat(locale, timeZone);
  const year = format({ year: "numeric" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

  function near(moment: Date): string | null {
    if (!now) return null;
    // In calendar days: on a day when the clocks change, 24 hours ago may be today or two days ago.
    const ago = (Date.parse(key.format(now)) - Date.parse(key.format(moment))) / DAY_MS;
    if (ago !== 0 && ago !== 1) return null;
    const name = relative.format(-ago, "day");
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  }
  const thisYear = (moment: Date) => now !== null && year.format(now) === year.format(moment);

  const date = (moment: Date) => (thisYear(moment) ? long : longYear).format(moment);

  return {
    time: (iso) => time.format(new Date(iso)),
    minuteOf: (iso) => iso.slice(0, "2026-11-20T14:05".length),
    dayOf: (iso) => key.format(new Date(iso)),
    day(iso) {
      const moment = new Date(iso);
      return near(moment) ?? date(moment);
    },
    date: (iso) => date(new Date(iso)),
    brief(iso) {
      const moment = new Date(iso);
      if (now && key.format(now) === key.format(moment)) return time.format(moment);
      return near(moment) ?? (thisYear(moment) ? short : shortYear).format(moment);
    },
    shortDate: (iso) => shortYear.format(new Date(iso)),
  };
}
