import { sql } from "kysely";
import { type MadePromises, PROMISES, type SwitchedPromise } from "#app/domain/promises.ts";
import { db } from "./db.server.ts";
import { env, isOnThisMachine } from "./env.server.ts";
import { logger } from "./log.server.ts";
import { queryCache } from "./query-cache.server.ts";

/** The cache tag of the settings, on which every page depends. Changes are notified on the channel `listings`. */
export const SETTINGS_TAG = "settings";

/** What operators stored about a promise. Without `on`, it depends on the shop. `texts` say what it means, by language. */
export interface StoredPromise {
  readonly on?: boolean;
  readonly texts?: Readonly<Partial<Record<string, string>>>;
}

/** What operators stored about a signal (docs/decisions/0100-signals.md). */
interface StoredSignal {
  readonly on?: boolean;
  readonly threshold?: number;
}

/** Null or missing: no operator has set it. */
export interface StoredSettings {
  readonly offers: boolean | null;
  readonly offerPercent: number | null;
  readonly feePercent: number | null;
  /** Texts by language. */
  readonly banner: Readonly<Partial<Record<string, string>>>;
  /** The last day of the banner, in UTC: "2026-12-31". */
  readonly bannerUntil: string | null;
  readonly promises: Readonly<Partial<Record<SwitchedPromise, StoredPromise>>>;
  /** By the name of the signal. */
  readonly signals: Readonly<Partial<Record<string, StoredSignal>>>;
}

const NOTHING: StoredSettings = {
  offers: null,
  offerPercent: null,
  feePercent: null,
  banner: {},
  bannerUntil: null,
  promises: {},
  signals: {},
};

/** What operators set at /operator/settings (docs/decisions/0108-operator.md). */
export function storedSettings(): Promise<StoredSettings> {
  return queryCache.get("settings", SETTINGS_TAG, readSettings);
}

async function readSettings(): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select offers, offer_percent as "offerPercent", banner, to_char(banner_until, 'YYYY-MM-DD') as "bannerUntil",
      promises, signals,
      -- The version before may have changed fee_percent since.
      (case when round(fee_exact) = fee_percent then fee_exact else fee_percent end)::float8 as "feePercent"
    from settings
  `.execute(db());
  return rows[0] ?? NOTHING;
}

/** Whether visitors can buy and make offers, and the lowest offer in percent of the asking price. */
export async function offerSettings(): Promise<{ offers: boolean; offerPercent: number }> {
  const { offers, offerPercent } = await storedSettings();
  return { offers: offers ?? env().offers, offerPercent: offerPercent ?? env().offerPercent };
}

/** The settings, or none while the database is unavailable, because pages with texts about the shop are shown then too. */
async function settingsOrNone(): Promise<StoredSettings> {
  try {
    return await storedSettings();
  } catch (error) {
    logger.error({ err: error }, "the settings could not be read");
    return NOTHING;
  }
}

/** Whether a promise is made that no operator has switched on or off: only by a shop for trying things out. */
export function promisesByDefault(): boolean {
  return env().demoData || isOnThisMachine(env());
}

/** What pages promise. Never throws, because every page asks it, even while the database is unavailable. */
export async function madePromises(): Promise<MadePromises> {
  const { promises, feePercent } = await settingsOrNone();
  const isMade = (promise: SwitchedPromise) => promises[promise]?.on ?? promisesByDefault();
  return {
    returns: isMade("returns"),
    firstOrder: isMade("firstOrder"),
    firstListing: isMade("firstListing"),
    sellingFee: isMade("sellingFee") ? (feePercent ?? PROMISES.sellingFee.percent) : null,
  };
}

/** What operators say that a promise means, in this language or else in British English; null without one. Never throws. */
export async function meaningOf(promise: SwitchedPromise, locale: string): Promise<string | null> {
  const texts = (await settingsOrNone()).promises[promise]?.texts ?? {};
  return texts[locale] ?? texts["en-GB"] ?? null;
}

/** Whether texts speak of buying at once and of offers. Never throws, unlike `offerSettings`, which commands use. */
export async function saysOffers(): Promise<boolean> {
  const { offers } = await settingsOrNone();
  return offers ?? env().offers;
}
