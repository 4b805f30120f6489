import { sql } from "kysely";
import { db } from "./db.server.ts";
import { env } from "./env.server.ts";
import { queryCache } from "./query-cache.server.ts";

/** The cache tag of the settings. `listings` is notified of it as it is of types; every page depends on it. */
export const SETTINGS_TAG = "settings";

/** Settings of operators; null and missing texts: none. */
export interface StoredSettings {
  readonly offers: boolean | null;
  readonly offerPercent: number | null;
  /** Texts by language. */
  readonly banner: Readonly<Partial<Record<string, string>>>;
  /** The last day of the banner, in UTC: "2026-12-31". */
  readonly bannerUntil: string | null;
}

const NOTHING: StoredSettings = { offers: null, offerPercent: null, banner: {}, bannerUntil: null };

/** What operators set at /operator/settings, cached until it changes (docs/decisions/0114-settings.md). */
export function storedSettings(): Promise<StoredSettings> {
  return queryCache.get("settings", SETTINGS_TAG, readSettings);
}

async function readSettings(): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`
    select offers, offer_percent as "offerPercent", banner, to_char(banner_until, 'YYYY-MM-DD') as "bannerUntil"
    from settings
  `.execute(db());
  return rows[0] ?? NOTHING;
}

/** Whether one can buy and make offers, and the least offer in percent; the environment has the defaults. */
export async function offerSettings(): Promise<{ offers: boolean; offerPercent: number }> {
  const { offers, offerPercent } = await storedSettings();
  return { offers: offers ?? env().offers, offerPercent: offerPercent ?? env().offerPercent };
}
