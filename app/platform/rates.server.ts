import { sql } from "kysely";
import { type Currency, type Rate, SHIPPED_RATES } from "#app/domain/currency.ts";
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
async function readRates(): Promise<readonly Rate[]> {
  const stored = await storedRates();
  return SHIPPED_RATES.map((shipped) => {
    const fetched = stored.find(({ currency }) => currency === shipped.currency);
    if (!fetched || fetched.dated < shipped.dated) return shipped;
    return { ...shipped, rate: fetched.rate, dated: fetched.dated };
  });
}

/** The newest rate of each currency; while the database is unavailable, the rates in the source code. */
export async function knownRates(): Promise<readonly Rate[]> {
  try {
    return await queryCache.get("currency rates", RATES_TAG, readRates);
  } catch (error) {
    logger.error({ err: error }, "currency rates could not be read");
    return SHIPPED_RATES;
  }
}

/** Shows prices of this request also in this currency; null changes nothing. */
export async function setDisplayCurrency(currency: Currency | null): Promise<void> {
  const context = currentRequest();
  if (!context || currency === null) return;
  context.rate =
    currency === "EUR" ? undefined : (await knownRates()).find((rate) => rate.currency === currency);
}
