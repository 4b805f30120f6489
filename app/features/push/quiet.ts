/** Hours of the day, from 0 to 23. Null: at no time. Equal hours are at no time, too. */
export interface QuietHours {
  readonly from: number | null;
  readonly until: number | null;
  /** The name of a time zone; null means UTC. */
  readonly timeZone: string | null;
}

const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/**
 * When the quiet hours end, if it is quiet now, else null. A change of the clocks at night moves the end by an hour; who
 * waits for it asks again then.
 */
export function quietUntil(now: Date, { from, until, timeZone }: QuietHours): Date | null {
  if (from === null || until === null || from === until) return null;
  const { hour, minute } = clockIn(timeZone, now);
  const isQuiet = from < until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return null;
  const hours = (until - hour + DAY_HOURS) % DAY_HOURS;
  return new Date(now.getTime() + (hours * HOUR_MINUTES - minute) * 60_000);
}

function clockIn(timeZone: string | null, at: Date): { hour: number; minute: number } {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timeZone ?? "UTC",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const number = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return { hour: number("hour"), minute: number("minute") };
}
