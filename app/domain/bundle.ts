/** A seller's discount: `percent` off the sum when a buyer takes at least `items` pieces. */
export interface BundleDiscount {
  readonly items: number;
  readonly percent: number;
}

/** Minimum numbers of pieces. A database check has the same limits. */
export const BUNDLE_ITEMS = [2, 3, 4, 5, 6, 8, 10] as const;
/** In percent. A database check allows 1 to 50. */
export const BUNDLE_PERCENTS = [5, 10, 15, 20, 25, 30, 40, 50] as const;

/** Columns of `profiles`. Both are null when the seller gives no discount. */
export interface BundleColumns {
  readonly bundle_items: number | null;
  readonly bundle_percent: number | null;
}

export function bundleIn({
  bundle_items: items,
  bundle_percent: percent,
}: BundleColumns): BundleDiscount | null {
  return items !== null && percent !== null ? { items, percent } : null;
}

/** Returns whole cents. `cents` is the sum of the pieces without the discount. */
export function bundlePrice(cents: number, pieces: number, bundle: BundleDiscount | null): number {
  return bundle && pieces >= bundle.items ? Math.round((cents * (100 - bundle.percent)) / 100) : cents;
}
