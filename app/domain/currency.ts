/** The default first. Prices are in euros; other currencies are approximations. */
export const CURRENCIES = ["EUR", "GBP", "USD"] as const;
export type Currency = (typeof CURRENCIES)[number];
export type OtherCurrency = Exclude<Currency, "EUR">;

export function isCurrency(value: string): value is Currency {
  return (CURRENCIES as readonly string[]).includes(value);
}

/** Currencies that `readPrice` knows by name, and of which the European Central Bank publishes rates. */
export const RATED_CURRENCIES = [
  "AUD",
  "BRL",
  "CAD",
  "CHF",
  "CNY",
  "CZK",
  "DKK",
  "GBP",
  "HKD",
  "HUF",
  "ILS",
  "INR",
  "ISK",
  "JPY",
  "KRW",
  "MXN",
  "NOK",
  "NZD",
  "PLN",
  "RON",
  "SEK",
  "SGD",
  "TRY",
  "USD",
  "ZAR",
] as const;
export type RatedCurrency = (typeof RATED_CURRENCIES)[number];

export function isRated(value: string): value is RatedCurrency {
  return (RATED_CURRENCIES as readonly string[]).includes(value);
}

/** The value of one euro in a currency, and the rate's day: "2025-06-30". */
export interface Rate<Of extends RatedCurrency = OtherCurrency> {
  readonly currency: Of;
  readonly rate: number;
  readonly dated: string;
}

/** Of a currency in which a file may have prices; pages show prices only in CURRENCIES. */
export type DatedRate = Rate<RatedCurrency>;

/** Used until newer rates are fetched: the euro reference rates of the European Central Bank. */
export const SHIPPED_RATES: readonly Rate[] = [
  { currency: "GBP", rate: 0.8555, dated: "2025-06-30" },
  { currency: "USD", rate: 1.172, dated: "2025-06-30" },
];
