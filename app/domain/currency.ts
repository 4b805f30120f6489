/** The currencies of the specification (A9.21), the default first. Prices are euros; the others are a help. */
export const CURRENCIES = ["EUR", "GBP", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];
/** A currency that prices are only approximately shown in. */
export type OtherCurrency = Exclude<Currency, "EUR">;

export function isCurrency(value: string): value is Currency {
  return (CURRENCIES as readonly string[]).includes(value);
}

/** What one euro is worth in a currency, and of which day that is: "2025-06-30". */
export interface Rate {
  readonly currency: OtherCurrency;
  readonly rate: number;
  readonly dated: string;
}

/** What holds while no newer rates were fetched: the euro reference rates of the European Central Bank. */
export const SHIPPED_RATES: readonly Rate[] = [
  { currency: "GBP", rate: 0.8555, dated: "2025-06-30" },
  { currency: "USD", rate: 1.172, dated: "2025-06-30" },
];
