import { DAY_MS } from "#app/domain/time.ts";

/** The periods of the log of staff, and of the moderators' yearly counts. Days and years are in UTC. */

/** `from` is inclusive, `until` is exclusive. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** How many days of the log are exported by default. */
const USUAL_DAYS = 30;
/** The maximum number of days of a period. A longer one is cut at its end. */
const MOST_DAYS = 366;

/** Parses a day such as "2026-11-25". Null for any other text. */
function dayIn(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : day;
}

/** The day of a moment: "2026-11-25". */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/**
 * Reads a period from the query parameters `from` and `to`, which are its first and last day. Without a valid `to` it
 * ends today. Without a valid `from` it has `USUAL_DAYS` days.
 */
export function readPeriod(params: URLSearchParams, now: Date): Period {
  const [from, to] = [dayIn(params.get("from")), dayIn(params.get("to"))];
  const today = new Date(`${dayOf(now)}T00:00:00Z`);
  const last = to ?? today;
  const first = from ?? new Date(last.getTime() - (USUAL_DAYS - 1) * DAY_MS);
  const most = first.getTime() + MOST_DAYS * DAY_MS;
  return { from: first, until: new Date(Math.min(last.getTime() + DAY_MS, most)) };
}

/** The first year that can have cases. */
const FIRST_YEAR = 2025;

/** Reads the query parameter `year`. The default is this year, also for an invalid or future year. */
export function readYear(params: URLSearchParams, now: Date): number {
  const year = Number(params.get("year"));
  const latest = now.getUTCFullYear();
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= latest ? year : latest;
}

export function periodOfYear(year: number): Period {
  return { from: new Date(Date.UTC(year, 0)), until: new Date(Date.UTC(year + 1, 0)) };
}
