/** A price of a model: what a buyer paid, or what a seller asks. */
export interface Priced {
  readonly modelId: string;
  readonly condition: string | null;
  readonly cents: number;
  /** Null for people who deleted their accounts. They count as one. */
  readonly seller: string | null;
}

/** Prices in which half of all lie, in cents. It never has one price alone. */
export interface PriceRange {
  readonly lowCents: number;
  readonly middleCents: number;
  readonly highCents: number;
  /** The number of prices that it was made from. */
  readonly prices: number;
}

export interface PriceGuide {
  readonly from: "sales" | "asking prices";
  /** Of all generations of the model, because there are too few of this one. */
  readonly allGenerations: boolean;
  /** Null for prices in any condition. */
  readonly condition: string | null;
  readonly range: PriceRange;
}

interface Minimum {
  readonly prices: number;
  readonly sellers: number;
}

/** With fewer sales the price of one person could be guessed. */
export const MIN_SOLD: Minimum = { prices: 5, sellers: 3 };
/** Asking prices are public anyway. */
const MIN_ASKED: Minimum = { prices: 3, sellers: 3 };

const EURO = 100;
/** Weights are fractions, whose sum is not exact. */
const TOLERANCE = 1e-9;

/** A range ends at round amounts. */
function stepFor(cents: number): number {
  if (cents < 20 * EURO) return EURO;
  return cents < 200 * EURO ? 5 * EURO : 10 * EURO;
}

/**
 * The middle half of prices, rounded outwards; null where there are too few. Each seller counts the same, so that
 * one seller's prices alone make no range.
 */
export function priceRange(
  prices: readonly Pick<Priced, "cents" | "seller">[],
  minimum: Minimum,
): PriceRange | null {
  const counts = new Map<string | null, number>();
  for (const { seller } of prices) counts.set(seller, (counts.get(seller) ?? 0) + 1);
  if (prices.length < minimum.prices || counts.size < minimum.sellers) return null;
  const sorted = prices.toSorted((one, other) => one.cents - other.cents);
  const quantile = (part: number) => {
    let weight = 0;
    const reached = sorted.find(({ seller }) => {
      weight += 1 / (counts.get(seller) ?? 1);
      return weight >= part * counts.size - TOLERANCE;
    });
    return reached?.cents ?? 0;
  };
  const middle = quantile(0.5);
  const step = stepFor(middle);
  const low = Math.floor(quantile(0.25) / step) * step;
  const high = Math.ceil(quantile(0.75) / step) * step;
  const margin = low === high ? step : 0;
  return {
    lowCents: Math.max(0, low - margin),
    middleCents: Math.round(middle / step) * step,
    highCents: high + margin,
    prices: prices.length,
  };
}

interface Scope {
  readonly allGenerations: boolean;
  readonly condition: string | null;
}

/** The range of the first of these scopes that has enough prices. */
function firstOf(
  from: PriceGuide["from"],
  scopes: readonly Scope[],
  prices: readonly Priced[],
  modelId: string,
): PriceGuide | null {
  for (const scope of scopes) {
    const those = prices.filter(
      (price) =>
        (scope.allGenerations || price.modelId === modelId) &&
        (scope.condition === null || price.condition === scope.condition),
    );
    const range = priceRange(those, from === "sales" ? MIN_SOLD : MIN_ASKED);
    if (range) return { from, ...scope, range };
  }
  return null;
}

/**
 * What a model was sold for: in the same condition, else all its generations in this condition, else in any condition.
 * Without a condition, in any. Null where there are too few sales.
 * @param sales of the model and its other generations
 */
export function soldGuide(
  sales: readonly Priced[],
  modelId: string,
  condition: string | null,
): PriceGuide | null {
  const scopes = [
    { allGenerations: false, condition },
    { allGenerations: true, condition },
    { allGenerations: false, condition: null },
  ];
  return firstOf("sales", scopes, sales, modelId);
}

/** The asking prices of a model: in the same condition, else in any. Null where too few are on offer. */
export function askedGuide(
  askingPrices: readonly Priced[],
  modelId: string,
  condition: string | null,
): PriceGuide | null {
  const scopes = [
    { allGenerations: false, condition },
    { allGenerations: false, condition: null },
  ];
  return firstOf("asking prices", scopes, askingPrices, modelId);
}
