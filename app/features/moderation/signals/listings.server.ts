import { type RawBuilder, sql } from "kysely";
import { categoryOfType, listingPathOf } from "#app/domain/categories/registry.ts";
import { formatPriceRange } from "#app/domain/format.ts";
import { isFarBelow } from "#app/domain/models/far-price.ts";
import { FORM_KEY } from "#app/features/listings/commands.server.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { looksLike } from "#app/features/photos/alike.server.ts";
import { type GuideWithout, guideForSellers } from "#app/features/prices/guide.server.ts";
import { baseLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { SignalCursor } from "./cursors.server.ts";
import type { SignalToRaise } from "./raise.server.ts";
import { floodOf, isCopied, type Lister, USUAL_WEEKS, WEEK_DAYS } from "./rules.ts";
import type { Thresholds } from "./settings.server.ts";

export interface ChangedListing {
  readonly type: string;
  readonly id: string;
  readonly at: string;
  readonly user_id: string;
  readonly price_cents: number;
  readonly model_id: string | null;
  readonly condition: string | null;
}

/** Listings on offer that were created or changed after the last checked row, the oldest change first. */
export async function listingsAfter(
  cursor: SignalCursor,
  until: Date,
  most: number,
): Promise<ChangedListing[]> {
  const { rows } = await sql<ChangedListing>`
    select type, id, updated_at::text as at, user_id, price_cents, model_id, attributes ->> 'condition' as condition
    from listings
    where updated_at >= ${cursor.at}::timestamptz and updated_at < ${until}
      and (updated_at, id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid) and ${isOnOffer}
    order by updated_at, id limit ${most}
  `.execute(db());
  return rows;
}

export async function signalsInListings(
  rows: readonly ChangedListing[],
  thresholds: Thresholds,
): Promise<SignalToRaise[]> {
  const { copied_photo, low_price } = thresholds;
  return [
    ...(copied_photo === null ? [] : await copiedPhotos(rows, copied_photo)),
    ...(low_price === null ? [] : await lowPrices(rows, low_price)),
    ...(await floods(rows, thresholds)),
  ];
}

async function lowPrices(rows: readonly ChangedListing[], percent: number): Promise<SignalToRaise[]> {
  const guides = new Map<string, GuideWithout>();
  const signals: SignalToRaise[] = [];
  for (const { type, id, user_id, price_cents: cents, model_id, condition } of rows) {
    const definition = categoryOfType(type);
    const model = definition && model_id && (await catalogueFor(definition)).byId.get(model_id);
    if (!model) continue;
    const guideOf = guides.get(model.id) ?? (await guideForSellers(definition, model));
    guides.set(model.id, guideOf);
    const guide = guideOf(user_id, condition);
    if (!guide || !isFarBelow({ cents, condition }, guide, percent)) continue;
    const { lowCents, highCents } = guide.range;
    const proof = formatPriceRange(lowCents, highCents, baseLocale);
    signals.push({ signal: "low_price", kind: "listing", id, proof });
  }
  return signals;
}

/** How many listings with the same photo are read, the oldest first. More would seldom change the result. */
const USES_MAX = 20;
const PATHS_MAX = 5;

interface PhotoUses {
  readonly id: string;
  readonly owner: string;
  readonly uses: readonly { readonly type: string; readonly id: string; readonly owner: string }[];
}

/** The signals about listings with a photo that another person showed first. */
async function copiedPhotos(rows: readonly ChangedListing[], most: number): Promise<SignalToRaise[]> {
  const { rows: photos } = await sql<PhotoUses>`
    select mine.id, mine.user_id as owner, uses
    from unnest(${rows.map(({ type }) => type)}::text[], ${rows.map(({ id }) => id)}::uuid[]) as given (type, id)
    join listings as mine on mine.type = given.type and mine.id = given.id
    join photos as photo on photo.listing_type = mine.type and photo.listing_id = mine.id
    cross join lateral (
      select json_agg(one) as uses from (
        select listings.type, listings.id, listings.user_id as owner
        from photos
        join listings on listings.type = photos.listing_type and listings.id = photos.listing_id
        where ${looksLike("photos", sql`photo.dhash`)}
        order by listings.created_at, listings.id limit ${USES_MAX}
      ) as one
    ) as used
    where uses is not null
  `.execute(db());
  return photos.flatMap(({ id, owner, uses }): SignalToRaise[] => {
    if (!isCopied(uses, owner, most)) return [];
    const paths = new Set(
      uses.filter((use) => use.owner !== owner).map((use) => listingPathOf(use.type, use.id)),
    );
    return [
      { signal: "copied_photo", kind: "listing", id, proof: [...paths].slice(0, PATHS_MAX).join("\n") },
    ];
  });
}

/** More listings than this are not counted: no threshold is higher. */
const COUNT_MAX = 100_000;

/** The signals about people who listed very many items in a week. */
async function floods(rows: readonly ChangedListing[], thresholds: Thresholds): Promise<SignalToRaise[]> {
  const owners = [...new Set(rows.map(({ user_id }) => user_id))];
  const counted = (within: RawBuilder<unknown>) => sql`(
    select count(*)::integer from (
      select from listings where user_id = profiles.id and ${within} limit ${COUNT_MAX}
    ) as counted
  )`;
  const week = sql`now() - make_interval(days => ${WEEK_DAYS})`;
  const first = sql`now() - make_interval(days => ${WEEK_DAYS * (USUAL_WEEKS + 1)})`;
  const { rows: people } = await sql<Lister & { id: string }>`
    select id, created_at as since, ${counted(sql`created_at > ${week}`)} as week,
      ${counted(sql`created_at <= ${week} and created_at > ${first}`)} as before,
      exists (
        select from listings where user_id = profiles.id and created_at <= ${week}
          and row_key is not null and not starts_with(row_key, ${FORM_KEY})
      ) as imports
    from profiles where id = any(${owners}::uuid[])
  `.execute(db());
  const now = new Date();
  return people.flatMap(({ id, ...lister }): SignalToRaise[] => {
    const signal = floodOf(lister, thresholds, now);
    return signal ? [{ signal, kind: "person", id, proof: String(lister.week) }] : [];
  });
}
