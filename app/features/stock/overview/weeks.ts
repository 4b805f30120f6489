import { DAY_MS } from "#app/domain/time.ts";

/** How many weeks the overview shows, with the current one. */
export const WEEKS = 12;

const DAYS_OF_WEEK = 7;

/** "2026-11-23": the Monday of a moment's week, in UTC. */
function mondayOf(moment: Date): string {
  const sinceMonday = (moment.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK;
  return new Date(moment.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, "2026-11-23".length);
}

/** The Mondays of the weeks of the overview, the oldest first. */
export function weeksUpTo(now: Date): readonly string[] {
  return Array.from({ length: WEEKS }, (_, at) =>
    mondayOf(new Date(now.getTime() - (WEEKS - 1 - at) * DAYS_OF_WEEK * DAY_MS)),
  );
}

export interface WeekCount {
  readonly week: string;
  readonly count: number;
}

export interface Week {
  readonly week: string;
  readonly sales: number;
  /** In euro cents. */
  readonly cents: number;
  readonly views: number;
  readonly hearts: number;
}

/** The figures of each of these weeks; 0 where there is no row. */
export function figuresOf(
  weeks: readonly string[],
  sales: readonly { readonly week: string; readonly sales: number; readonly cents: number }[],
  views: readonly WeekCount[],
  hearts: readonly WeekCount[],
): readonly Week[] {
  const countIn = (rows: readonly WeekCount[], week: string) =>
    rows.find((row) => row.week === week)?.count ?? 0;
  return weeks.map((week) => {
    const sold = sales.find((row) => row.week === week);
    return {
      week,
      sales: sold?.sales ?? 0,
      cents: sold?.cents ?? 0,
      views: countIn(views, week),
      hearts: countIn(hearts, week),
    };
  });
}
