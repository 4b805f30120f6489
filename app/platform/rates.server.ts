import { sql } from "kysely";
import {
  type Currency,
  type DatedRate,
  isCurrency,
  RATED_CURRENCIES,
  type Rate,
  SHIPPED_RATES,
} from "#app/domain/currency.ts";
import { db } from "./db.server.ts";
import { logger } from "./log.server.ts";
import { queryCache } from "./query-cache.server.ts";
import { currentRequest } from "./request-context.server.ts";

/**
 * The cache tag of everything that depends on rates. Changes of rates are notified on the channel `listings`, like
 * those of listings.
 */
export const RATES_TAG = "rates";

async function storedRates(): Promise<{ currency: string; rate: number; dated: string }[]> {
  return db()
    .selectFrom("currency_rates")
    .select([
      "currency",
      sql<number>`rate::float8`.as("rate"),
      sql<string>`to_char(dated, 'YYYY-MM-DD')`.as("dated"),
    ])
    .execute();
}

/** The newest rate of each currency, fetched or in the source code (decision 0026). */
async function readRates(): Promise<readonly DatedRate[]> {
  const all: readonly { currency: string; rate: number; dated: string }[] = [
    ...(await storedRates()),
    ...SHIPPED_RATES,
  ];
  return RATED_CURRENCIES.flatMap((currency): DatedRate[] => {
    const [newest] = all
      .filter((rate) => rate.currency === currency)
      .toSorted((one, other) => other.dated.localeCompare(one.dated));
    return newest ? [{ ...newest, currency }] : [];
  });
}

/**
 * The newest rate of each currency in which a file may have prices; of some there is none.
 * @throws while the database is unavailable: prices that are stored are converted by them
 */
export function datedRates(): Promise<readonly DatedRate[]> {
  return queryCache.get("currency rates", RATES_TAG, readRates);
}

/** The newest rate of each currency in which pages show prices; while the database is unavailable, those in the source code. */
export async function knownRates(): Promise<readonly Rate[]> {
  const rates = await datedRates().catch((error: unknown): readonly DatedRate[] => {
    logger.error({ err: error }, "currency rates could not be read");
    return SHIPPED_RATES;
  });
  return rates.filter((rate): rate is Rate => isCurrency(rate.currency));
}

/** Shows prices of this request also in this currency; null changes nothing. */
export async function setDisplayCurrency(currency: Currency | null): Promise<void> {
  const context = currentRequest();
  if (!context || currency === null) return;
  context.rate =
    currency === "EUR" ? undefined : (await knownRates()).find((rate) => rate.currency === currency);
}
