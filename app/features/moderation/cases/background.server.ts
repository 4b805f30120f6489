import { sql } from "kysely";
import { looksLike } from "#app/features/photos/alike.server.ts";
import { db } from "#app/platform/db.server.ts";

export interface SamePhotoRow {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/** Listings of other people that have one of these photos, or a photo that looks the same. */
export async function samePhotos(keys: readonly string[], personId: string | null): Promise<SamePhotoRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SamePhotoRow>`
    with reported as (select distinct dhash from photos where key = any(${keys}) and dhash is not null),
    same as (
      select listing_type, listing_id from photos where key = any(${keys}) and listing_id is not null
      union
      select listing_type, listing_id from reported join photos on ${looksLike("photos", sql`reported.dhash`)}
    )
    select distinct listings.type, listings.id, listings.name, username
    from same
    join listings on listings.type = listing_type and listings.id = listing_id
    join profiles on profiles.id = listings.user_id
    where listings.user_id is distinct from ${personId}::uuid
    order by listings.name limit 20
  `.execute(db());
  return rows;
}

export interface PersonRow {
  readonly username: string;
  readonly created_at: Date;
  readonly listings: number;
  readonly sales: number;
  readonly reported: number;
  readonly suspended: boolean;
  readonly language: string | null;
}

/** What moderators see of a person: public facts and their record. Null for a deleted account. */
export async function recordOf(personId: string | null): Promise<PersonRow | null> {
  if (personId === null) return null;
  const { rows } = await sql<PersonRow>`
    select username, created_at, coalesce(suspended_until > now(), false) as suspended,
      (select count(*)::integer from listings where user_id = profiles.id) as listings,
      (select count(*)::integer from deals where seller_id = profiles.id and state <> 'cancelled') as sales,
      (select count(*)::integer from cases where person_id = profiles.id) as reported,
      (select language from user_preferences where user_id = profiles.id) as language
    from profiles where id = ${personId}
  `.execute(db());
  return rows[0] ?? null;
}
