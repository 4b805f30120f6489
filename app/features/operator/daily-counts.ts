/** What the overview counts by day. */
export const COUNTED = ["people", "listings", "offers", "deals", "reports"] as const;
export type Counted = (typeof COUNTED)[number];

/** A count of one kind on one day in UTC ("2026-11-25"). Days on which there was none have no entry. */
export interface DailyCount {
  readonly kind: Counted;
  readonly day: string;
  readonly count: number;
}

/** The counts of one kind, one for each day, the oldest first. */
export interface Series {
  readonly kind: Counted;
  readonly total: number;
  readonly counts: readonly number[];
}

const DAY_MS = 86_400_000;

/** A series of `days` counts for each kind, up to `today` ("2026-11-25", in UTC). Counts of other days are ignored. */
export function seriesOf(rows: readonly DailyCount[], today: string, days: number): Series[] {
  const last = Date.parse(today);
  const dates = Array.from({ length: days }, (_, at) =>
    new Date(last - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
  return COUNTED.map((kind) => {
    const ofKind = new Map(rows.filter((row) => row.kind === kind).map(({ day, count }) => [day, count]));
    const counts = dates.map((date) => ofKind.get(date) ?? 0);
    return { kind, counts, total: counts.reduce((sum, count) => sum + count, 0) };
  });
}
