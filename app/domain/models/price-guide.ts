/** What a buyer paid, or what a seller asks. */
export interface Priced {
  readonly modelId: string;
  readonly condition: string | null;
  readonly cents: number;
  /** Null for sellers who deleted their accounts. All of them count as one seller. */
  readonly seller: string | null;
}

/** The range that contains the middle half of all prices, in cents. `lowCents` is less than `highCents`. */
export interface PriceRange {
  readonly lowCents: number;
  readonly middleCents: number;
  readonly highCents: number;
  readonly prices: number;
}

export interface PriceGuide {
  readonly from: "sales" | "asking prices";
  /** Whether the range covers all generations of the model, because the model's own generation has too few prices. */
  readonly allGenerations: boolean;
  /** Null for prices in any condition. */
  readonly condition: string | null;
  readonly range: PriceRange;
}

interface Minimum {
  readonly prices: number;
  readonly sellers: number;
}

/** With fewer sales, a reader could guess what one person was paid. */
export const MIN_SOLD: Minimum = { prices: 5, sellers: 3 };
/** Lower than MIN_SOLD, because asking prices are public anyway. */
const MIN_ASKED: Minimum = { prices: 3, sellers: 3 };

const EURO = 100;
/** Weights are fractions, so their sum has a rounding error. */
const TOLERANCE = 1e-9;

/** A range is rounded to multiples of this amount. */
function stepFor(cents: number): number {
  if (cents < 20 * EURO) return EURO;
  return cents < 200 * EURO ? 5 * EURO : 10 * EURO;
}

/**
 * The middle half of the prices, rounded outwards; null when there are too few. Each seller has the same weight, so
 * that one with many sales does not determine the range.
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
 * What a model was sold for; null when there are too few sales even in any condition.
 * @param sales of the model and its other generations
 * @param condition null for any condition
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

/** What a model is offered for; null when there are too few prices even in any condition. */
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
