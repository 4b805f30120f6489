import { PROMISES } from "#app/domain/promises.ts";

export const MAX_CARDS = 12;

/** The weight of a view and of a favourite; each person counts once for a listing. */
export const WEIGHTS = { view: 1, favorite: 4 } as const;

/** The half-life of a weight. With two days, a weekend still counts on Monday, and hardly on Friday. */
export const HALF_LIFE_HOURS = 48;

/** Older views and favourites are not read, because their weight is less than a hundredth. */
export const COUNTED_DAYS = 14;

/** Accounts younger than this have no listing in Trending Products, and their views and favourites do not count. */
export const SETTLED_DAYS = 1;

/** How many cards of a row may be of one seller, so that a shop that has just listed hundreds does not fill the row. */
export const MAX_PER_SELLER = 2;

export function limitPerSeller<Row extends { readonly user_id: string }>(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>();
  const limited = rows.filter(({ user_id }) => {
    const count = (counts.get(user_id) ?? 0) + 1;
    counts.set(user_id, count);
    return count <= MAX_PER_SELLER;
  });
  return limited.slice(0, MAX_CARDS);
}

const HOUR_MS = 3_600_000;

/** A negative age, from a clock that is ahead, counts as zero. */
export function weightAt(kind: keyof typeof WEIGHTS, ageMs: number): number {
  const hours = Math.max(0, ageMs) / HOUR_MS;
  return hours > COUNTED_DAYS * 24 ? 0 : WEIGHTS[kind] * 0.5 ** (hours / HALF_LIFE_HOURS);
}

/**
 * Why a listing is in the row of cards that the home page shows a signed-in person.
 * - "plays": it is a racket that plays like the person's own
 * - "sizes": it fits the person's sizes
 * - "brands": it is of a brand that the person recently liked or viewed
 * - "near": it is near the person
 */
export type Reason = "plays" | "sizes" | "brands" | "near";

/** Playing alike or fitting is worth more than a liked brand or a short distance. */
const REASON_WEIGHTS: Readonly<Record<Reason, number>> = { plays: 3, sizes: 3, brands: 2, near: 2 };

interface Candidate {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
}

/**
 * The reasons for which a listing was found add up to its weight; the heaviest come first, then the newest.
 * @param without ids to leave out
 */
export function mergeByReasons<Row extends Candidate>(
  byReason: readonly { readonly reason: Reason; readonly rows: readonly Row[] }[],
  without: ReadonlySet<string>,
): { rows: Row[]; reasons: Set<Reason> } {
  const candidates = new Map<string, { row: Row; reasons: Set<Reason> }>();
  for (const { reason, rows } of byReason) {
    for (const row of rows) {
      if (without.has(row.id)) continue;
      const candidate = candidates.get(row.id) ?? { row, reasons: new Set<Reason>() };
      candidates.set(row.id, { row, reasons: candidate.reasons.add(reason) });
    }
  }
  const weight = ({ reasons }: { reasons: Set<Reason> }) =>
    [...reasons].reduce((sum, reason) => sum + REASON_WEIGHTS[reason], 0);
  const sorted = [...candidates.values()].sort(
    (a, b) => weight(b) - weight(a) || b.row.created_at.getTime() - a.row.created_at.getTime(),
  );
  const rows = limitPerSeller(sorted.map(({ row }) => row));
  return { rows, reasons: new Set(rows.flatMap(({ id }) => [...(candidates.get(id)?.reasons ?? [])])) };
}

export interface SellerTrust {
  readonly reviews: number;
  /** 1 to 5; null without a review. */
  readonly average: number | null;
  /** Whether they confirmed their e-mail address or their phone number. */
  readonly confirmed: boolean;
}

/** The specification's "verified seller" (docs/decisions/0036-home-page.md). */
export function isVerifiedSeller({ confirmed, reviews, average }: SellerTrust): boolean {
  const least = PROMISES.verifiedSeller;
  return confirmed && reviews >= least.reviews && average !== null && average >= least.average;
}
