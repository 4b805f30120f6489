/** The default first. Prices are in euros; other currencies are approximations. */
export const CURRENCIES = ["EUR", "GBP", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];
export type OtherCurrency = Exclude<Currency, "EUR">;

export function isCurrency(value: string): value is Currency {
  return (CURRENCIES as readonly string[]).includes(value);
}

/** The value of one euro in a currency, and the rate's day: "2025-06-30". */
export interface Rate {
  readonly currency: OtherCurrency;
  readonly rate: number;
  readonly dated: string;
}

/** Used until newer rates are fetched: the euro reference rates of the European Central Bank. */
export const SHIPPED_RATES: readonly Rate[] = [
  { currency: "GBP", rate: 0.8555, dated: "2025-06-30" },
  { currency: "USD", rate: 1.172, dated: "2025-06-30" },
];
