import { PROMISES } from "#app/domain/promises.ts";

/** Cards in a row. */
export const SHOWN = 12;

/** What somebody's look at a listing counts for, and what their heart does: each person once. */
export const WEIGHTS = { look: 1, heart: 4 } as const;

/** After so long a look or a heart counts half; two days let a weekend be felt on Monday, and not on Friday. */
export const HALF_LIFE_HOURS = 48;

/** What is older than this weighs less than a hundredth, and is not read any more. */
export const WINDOW_DAYS = 14;

/** One seller's listings in a row: a shop that has just listed hundreds leaves room for others. */
export const MAX_OF_A_SELLER = 2;

/** A row of listings in the order given, without those of a seller who has as many before. */
export function fewOfEachSeller<Row extends { readonly user_id: string }>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  const few = rows.filter(({ user_id }) => {
    const count = (counts.get(user_id) ?? 0) + 1;
    counts.set(user_id, count);
    return count <= MAX_OF_A_SELLER;
  });
  return few.slice(0, SHOWN);
}

const HOUR_MS = 3_600_000;

/** What a look or a heart weighs when it is `ageMs` old; one from a clock ahead of ours weighs what a new one does. */
export function weightAt(kind: keyof typeof WEIGHTS, ageMs: number): number {
  const hours = Math.max(0, ageMs) / HOUR_MS;
  return hours > WINDOW_DAYS * 24 ? 0 : WEIGHTS[kind] * 0.5 ** (hours / HALF_LIFE_HOURS);
}

/** Why a listing is in somebody's own row. */
export type Reason = "sizes" | "brands" | "near";

/** What fits outweighs what one likes, and that what lies around the corner. */
const REASON_WEIGHTS: Readonly<Record<Reason, number>> = { sizes: 3, brands: 2, near: 2 };

interface Candidate {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
}

/**
 * One row out of what was found for several reasons: what several speak for comes first, then the newest.
 * @param found what each reason found
 * @param without ids that do not belong in it
 */
export function pick<Row extends Candidate>(
  found: readonly { readonly reason: Reason; readonly rows: readonly Row[] }[],
  without: ReadonlySet<string>,
): { rows: Row[]; reasons: Set<Reason> } {
  const candidates = new Map<string, { row: Row; reasons: Set<Reason> }>();
  for (const { reason, rows } of found) {
    for (const row of rows) {
      if (without.has(row.id)) continue;
      const known = candidates.get(row.id) ?? { row, reasons: new Set<Reason>() };
      candidates.set(row.id, { row, reasons: known.reasons.add(reason) });
    }
  }
  const weight = ({ reasons }: { reasons: Set<Reason> }) =>
    [...reasons].reduce((sum, reason) => sum + REASON_WEIGHTS[reason], 0);
  const sorted = [...candidates.values()].sort(
    (a, b) => weight(b) - weight(a) || b.row.created_at.getTime() - a.row.created_at.getTime(),
  );
  const rows = fewOfEachSeller(sorted.map(({ row }) => row));
  return { rows, reasons: new Set(rows.flatMap(({ id }) => [...(candidates.get(id)?.reasons ?? [])])) };
}

/** How somebody stands with their buyers. */
export interface SellerRecord {
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Whether they confirmed their e-mail address or their phone number. */
  readonly confirmed: boolean;
}

/** The specification's "verified seller" (docs/decisions/0036-home-page.md): we can reach them, and buyers were glad of them. */
export function isVerifiedSeller({ confirmed, reviews, average }: SellerRecord): boolean {
  const least = PROMISES.verifiedSeller;
  return confirmed && reviews >= least.reviews && average !== null && average >= least.average;
}
