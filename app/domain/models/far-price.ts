import type { PriceGuide, PriceRange } from "./price-guide.ts";

/** The conditions that explain a low price. */
const WORN = ["Fair", "Poor", "Used"];

export interface ConditionPrice {
  readonly cents: number;
  readonly condition: string | null;
}

/** Below this share of the guide's lower end a price is far. */
export const FAR_PERCENT = 50;
/** Where others are not worn, the price of a worn item is far only below this part of that share. */
const WORN_PART = 3;

/** Whether a price is far under what others paid or ask, by the lower end of the guide. */
export function isFarBelow(
  { cents, condition }: ConditionPrice,
  guide: PriceGuide | null,
  percent = FAR_PERCENT,
): boolean {
  if (!guide) return false;
  const isWornAmongAll = guide.condition === null && condition !== null && WORN.includes(condition);
  return cents * 100 * (isWornAmongAll ? WORN_PART : 1) < guide.range.lowCents * percent;
}

/** How far above the guide's range a price is too high for buyers, in percent. */
const TOLERANCE_PERCENT = 15;

/** Whether a price is above what buyers pay. A quarter of all prices is above the range, so it is no mistake yet. */
export function isOverpriced(cents: number, { highCents }: PriceRange): boolean {
  return cents * 100 > highCents * (100 + TOLERANCE_PERCENT);
}

/** A decimal sign in the wrong place, which no condition explains. */
const SLIP = 10;

/**
 * On which side a price is so far from the guide that it may be a mistake: `isFarBelow`, or over twice its upper end. What
 * is new is compared with new items only. Null: it is not, or there is no guide.
 */
export function farSide(price: ConditionPrice, guide: PriceGuide | null): "low" | "high" | null {
  if (!guide) return null;
  if (isFarBelow(price, guide)) return "low";
  const isNewAmongAll = guide.condition === null && price.condition === "New";
  return price.cents > guide.range.highCents * (isNewAmongAll ? SLIP : 2) ? "high" : null;
}

/**
 * Whether who agreed to a former far price has agreed to this one too: it is far on the same side, and at most a factor of
 * two farther out.
 */
export function isAboutAsFar(price: ConditionPrice, formerCents: number, guide: PriceGuide | null): boolean {
  const side = farSide(price, guide);
  if (side === null || side !== farSide({ ...price, cents: formerCents }, guide)) return false;
  return side === "low" ? price.cents * 2 >= formerCents : price.cents <= formerCents * 2;
}
