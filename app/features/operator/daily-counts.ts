import { DAY_MS } from "#app/domain/time.ts";

export const COUNTED = ["people", "listings", "offers", "deals", "reports"] as const;
export type Counted = (typeof COUNTED)[number];

export interface DailyCount {
  readonly kind: Counted;
  /** In UTC: "2026-11-25". */
  readonly day: string;
  readonly count: number;
}

export interface Series {
  readonly kind: Counted;
  readonly total: number;
  /** By day, the oldest first. */
  readonly counts: readonly number[];
}

/** For each kind, the counts of the last `days` days up to `today` ("2026-11-25", in UTC). */
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
