import { sql } from "kysely";
import { CURRENCIES, type DatedRate, isRated } from "#app/domain/currency.ts";
import { DAY_MS } from "#app/domain/time.ts";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import type { JobHandlers } from "./jobs.server.ts";
import { logger } from "./log.server.ts";
import { RATES_TAG } from "./rates.server.ts";

/** Thirty times the feed of the European Central Bank. */
const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 20_000;

/** The message says what is wrong with the feed. */
export class RatesFeedError extends Error {
  override readonly name = "RatesFeedError";
}

function attributesOf(tag: string): Record<string, string> {
  const pairs = [...tag.matchAll(/([\w:]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g)];
  return Object.fromEntries(pairs.map(([, name = "", double, single]) => [name, double ?? single ?? ""]));
}

/** A day after tomorrow (UTC) is invalid, because its rates would block those of earlier days. */
function isDay(text: string, now: Date): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return (
    !Number.isNaN(moment) &&
    new Date(moment).toISOString().startsWith(text) &&
    moment - now.getTime() < DAY_MS
  );
}

/**
 * The rates of RATED_CURRENCIES, all of one day, in a feed like eurofxref-daily.xml of the European Central Bank. Only
 * XML without entities and document types is parsed.
 * @throws RatesFeedError for any other text, and when the feed has none of these currencies
 */
export function parseRates(xml: string, now: Date): DatedRate[] {
  const text = xml.replace(/<!--[\s\S]*?-->/g, "");
  if (/<!|&|\0/.test(text)) throw new RatesFeedError("it holds what a rates feed does not need");
  if (!/<\/(?:\w+:)?Envelope>\s*$/.test(text)) throw new RatesFeedError("it is no envelope, or not whole");
  const cubes = [...text.matchAll(/<(?:\w+:)?Cube(?=[\s/>])([^<>]*)>/g)].map(([, tag = ""]) =>
    attributesOf(tag),
  );
  const days = cubes.flatMap(({ time }) => time ?? []);
  const [dated = ""] = days;
  if (days.length !== 1 || !isDay(dated, now)) throw new RatesFeedError("it is not of one day");
  const rates = cubes.flatMap(({ currency, rate }): DatedRate[] => {
    if (currency === undefined || !isRated(currency)) return [];
    if (!/^\d{1,7}(\.\d{1,10})?$/.test(rate ?? "") || Number(rate) <= 0)
      throw new RatesFeedError(`its rate for ${currency} is no number`);
    return [{ currency, rate: Number(rate), dated }];
  });
  if (rates.length === 0) throw new RatesFeedError("it has no currency that we know");
  if (new Set(rates.map(({ currency }) => currency)).size < rates.length)
    throw new RatesFeedError("it says a currency twice");
  return rates;
}

async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new RatesFeedError("it is too long");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Stores these rates where no newer one is stored, and notifies all servers. @returns how many were stored */
async function storeRates(rates: readonly DatedRate[]): Promise<number> {
  return db()
    .transaction()
    .execute(async (transaction) => {
      const inserted = await transaction
        .insertInto("currency_rates")
        .values(rates.map(({ currency, rate, dated }) => ({ currency, rate, dated: sql`${dated}::date` })))
        .onConflict((conflict) =>
          conflict
            .column("currency")
            .doUpdateSet((eb) => ({ rate: eb.ref("excluded.rate"), dated: eb.ref("excluded.dated") }))
            .whereRef("currency_rates.dated", "<=", "excluded.dated"),
        )
        .returning("currency")
        .execute();
      if (inserted.length > 0) await sql`select pg_notify('listings', ${RATES_TAG})`.execute(transaction);
      return inserted.length;
    });
}

/**
 * Fetches and stores the rates of RATES_URL.
 * @throws when the feed cannot be fetched or read; the stored rates stay
 */
export async function fetchRates(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    headers: { accept: "application/xml, text/xml" },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    redirect: "error",
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new RatesFeedError(`it answered ${response.status}`);
  }
  const rates = parseRates(await bodyOf(response), new Date());
  const stored = await storeRates(rates);
  const missing = CURRENCIES.filter(
    (currency) => currency !== "EUR" && !rates.some((rate) => rate.currency === currency),
  );
  logger.info({ dated: rates[0]?.dated, stored, missing }, "currency rates were fetched");
}

/** Runs daily, after the European Central Bank has published. */
export const ratesJobs: JobHandlers = {
  "rates-fetch": {
    async work(_, signal) {
      const { ratesUrl } = env();
      if (ratesUrl !== undefined) await fetchRates(ratesUrl, signal);
    },
    cron: "37 16 * * *",
  },
};
