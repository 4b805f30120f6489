import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import type { ListingKey, ListingStatus } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { jsonPhotosOfListing, type PhotoRow } from "#app/features/photos/queries.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { columnsFrom, type DetailRow } from "../queries.server.ts";

/** A listing with what only its owner sees. */
export interface OwnRow extends DetailRow {
  /** The owner's own number of it. */
  readonly sku: string | null;
  /** Pieces that were sold or taken off here since the owner's system last counted (docs/decisions/0189). */
  readonly sold_here: number;
  /** Why others do not see it. */
  readonly hidden: HiddenReason | null;
  readonly updated_at: Date;
  /** When it was listed, in microseconds, for a cursor. */
  readonly micros: string;
}

/** The database has the same list. */
export const HIDDEN_REASONS = ["hidden", "removed", "suspended", "unanswered"] as const;
type HiddenReason = (typeof HIDDEN_REASONS)[number];

const MICROS = sql`(extract(epoch from listings.created_at) * 1000000)::bigint`;

/** SQL: the owner's own number of a row of `listings`. */
export const SKU = sql<
  string | null
>`case when listings.row_key like 'sku:%' then substr(listings.row_key, 5) end`;

/** The value of `row_key` of a listing with this number of its owner. */
export function keyOfSku(sku: string): string {
  return `sku:${sku}`;
}

async function ownRows(
  { id, username }: Viewer,
  where: RawBuilder<unknown>,
  most: number,
): Promise<OwnRow[]> {
  const rows = await prepared<
    Omit<OwnRow, "photos" | "seller"> & { photos: PhotoRow[] | null; avatar_url: string | null }
  >(sql`
    select ${columnsFrom("listings")}, description, model_id, hidden, sold_here, updated_at, ${MICROS}::text as micros,
      hidden is not distinct from 'unanswered' as unanswered, hidden is not distinct from 'removed' as removed,
      ${SKU} as sku,
      (select avatar_url from profiles where profiles.id = listings.user_id) as avatar_url,
      ${jsonPhotosOfListing(sql`listings.type`, sql`listings.id`)} as photos
    from listings where user_id = ${id} and ${where}
    order by listings.created_at desc, listings.id desc limit ${most}
  `);
  return rows.map(({ photos, avatar_url, ...row }) => ({
    ...row,
    photos: photos ?? [],
    seller: { id, username, avatar_url },
  }));
}

/** A listing of the viewer's own, whatever its status; null when it is not theirs. */
export async function ownListing(viewer: Viewer, { type, id }: ListingKey): Promise<OwnRow | null> {
  if (!isId(id)) return null;
  const [row] = await ownRows(viewer, sql`listings.type = ${type} and listings.id = ${id}`, 1);
  return row ?? null;
}

/** What names a listing in the system of its owner. */
export interface OwnNumber {
  readonly type: string;
  readonly sku: string;
}

/** The viewer's listings with these SKUs, in any order. */
export async function listingsBySku(viewer: Viewer, numbers: readonly OwnNumber[]): Promise<OwnRow[]> {
  const types = numbers.map(({ type }) => type);
  const keys = numbers.map(({ sku }) => keyOfSku(sku));
  return ownRows(
    viewer,
    sql`(listings.type, row_key) in (select * from unnest(${types}::text[], ${keys}::text[]))`,
    numbers.length,
  );
}

/** The position of a listing among those of its owner. */
export interface OwnPosition {
  readonly micros: string;
  readonly id: string;
}

/** The viewer's listings, the newest first: of all types and statuses, or of one. */
export async function ownListings(
  viewer: Viewer,
  {
    type,
    status,
    after,
    most,
  }: {
    readonly type?: string;
    readonly status?: ListingStatus;
    readonly after?: OwnPosition;
    readonly most: number;
  },
): Promise<OwnRow[]> {
  const where = [
    ...(type === undefined ? [] : [sql`listings.type = ${type}`]),
    ...(status === undefined ? [] : [sql`listings.status = ${status}`]),
    ...(after
      ? [
          sql`(listings.created_at, listings.id)
            < (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`,
        ]
      : []),
  ];
  return ownRows(viewer, where.length > 0 ? sql`${sql.join(where, sql` and `)}` : sql`true`, most);
}
