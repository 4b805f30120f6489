import { sql, type Transaction } from "kysely";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import { type Arrangement, arrangePhotos } from "#app/features/photos/arrange.server.ts";
import { photoKeyOf } from "#app/features/photos/photo.ts";
import type { DB } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { MAX_URL_LENGTH } from "../csv/check.ts";
import { reordered } from "./sequence.ts";

export interface PictureOrder {
  readonly key: ListingKey;
  /** In the row's order. Duplicates, and URLs after the 20th, are ignored. Without URLs, nothing changes. */
  readonly urls: readonly string[];
}

/** Marks a URL that was too long. A complete one cannot end with it. */
const CUT = "…";

interface OrderRow {
  readonly listing_type: string;
  readonly listing_id: string;
  readonly position: number;
  readonly url: string;
  readonly state: string;
  readonly fault: string | null;
  readonly tries: number;
  readonly next_at: Date | null;
  readonly photo_id: string | null;
}

interface PhotoPlace {
  readonly id: string;
  readonly key: string;
  readonly listing_type: string | null;
  readonly listing_id: string | null;
}

interface Plan {
  readonly key: ListingKey;
  /** Whether `rows` replace the present orders, which otherwise stay. */
  readonly isReplaced: boolean;
  readonly rows: readonly OrderRow[];
  /** Null if the photos of the listing stay as they are. */
  readonly arrangement: Arrangement | null;
}

/** A listing whose pictures were ordered anew, and the URLs of its former orders. */
export interface ReplacedOrder {
  readonly key: ListingKey;
  readonly formerUrls: readonly string[];
}

/**
 * Records which pictures the job "pictures" has to fetch for these listings. `orders` has each listing at most once.
 * The same URLs as before change nothing. If all are URLs of photos that are on the listing already, only the order of
 * its photos changes. Any other URLs replace the previous orders and the photos fetched for these; photos added by hand
 * stay. The listings must be locked in this transaction; after its commit, call `runNow(PICTURES_JOB)`.
 */
export async function orderPictures(
  trx: Transaction<DB>,
  ownerId: string,
  uploadId: string | null,
  orders: readonly PictureOrder[],
): Promise<readonly ReplacedOrder[]> {
  const wanted = orders
    .map(({ key, urls }) => ({ key, urls: cleaned(urls) }))
    .filter(({ urls }) => urls.length > 0);
  return orderCleaned(trx, ownerId, uploadId, wanted);
}

/**
 * Orders former pictures again. A listing without former URLs loses the pictures that were fetched for it. The
 * conditions of `orderPictures` apply.
 */
export async function restorePictures(
  trx: Transaction<DB>,
  ownerId: string,
  former: readonly PictureOrder[],
): Promise<void> {
  await orderCleaned(trx, ownerId, null, former);
}

async function orderCleaned(
  trx: Transaction<DB>,
  ownerId: string,
  uploadId: string | null,
  wanted: readonly PictureOrder[],
): Promise<readonly ReplacedOrder[]> {
  if (wanted.length === 0) return [];
  const ordered = grouped(
    await ordersOf(
      trx,
      wanted.map(({ key }) => key),
    ),
  );
  const changed = wanted.filter(({ key, urls }) => !isSame(ordered.get(nameOf(key)) ?? [], urls));
  const owned = changed.filter(
    ({ key, urls }) => ordered.has(nameOf(key)) || urls.some((url) => ownKey(url) !== null),
  );
  const photos = grouped(
    await photosOf(
      trx,
      ownerId,
      owned.map(({ key }) => key),
    ),
  );
  const plans = changed.map(({ key, urls }) =>
    planned(key, urls, ordered.get(nameOf(key)) ?? [], photos.get(nameOf(key)) ?? []),
  );
  await replace(trx, ownerId, uploadId, plans);
  await arrangePhotos(
    trx,
    plans.flatMap(({ arrangement }) => arrangement ?? []),
  );
  return plans
    .filter(({ isReplaced }) => isReplaced)
    .map(({ key }) => ({ key, formerUrls: (ordered.get(nameOf(key)) ?? []).map(({ url }) => url) }));
}

/** PostgreSQL cannot store the zero character. `rowFor` recognises a URL that is too long by its end. */
function cleaned(urls: readonly string[]): string[] {
  const texts = urls.map((url) => url.replaceAll("\0", "").trim()).filter((url) => url !== "");
  const stored = texts.map((url) =>
    url.length <= MAX_URL_LENGTH ? url : `${url.slice(0, MAX_URL_LENGTH - 1)}${CUT}`,
  );
  return [...new Set(stored)].slice(0, MAX_PHOTOS);
}

function nameOf({ type, id }: ListingKey): string {
  return `${type}/${id}`;
}

function grouped<Row extends { listing_type: string | null; listing_id: string | null }>(
  rows: readonly Row[],
) {
  return Map.groupBy(rows, (row) => nameOf({ type: row.listing_type ?? "", id: row.listing_id ?? "" }));
}

function isSame(rows: readonly OrderRow[], urls: readonly string[]): boolean {
  return rows.length === urls.length && rows.every(({ url }, index) => url === urls[index]);
}

function ownKey(url: string): string | null {
  return photoKeyOf(env().baseUrl, url);
}

function among(type: string, id: string, keys: readonly ListingKey[]) {
  const [types, ids] = [keys.map((key) => key.type), keys.map((key) => key.id)];
  return sql<boolean>`(${sql.ref(type)}, ${sql.ref(id)}) in (select * from unnest(${types}::text[], ${ids}::uuid[]))`;
}

function ordersOf(trx: Transaction<DB>, keys: readonly ListingKey[]): Promise<OrderRow[]> {
  return trx
    .selectFrom("picture_orders")
    .select([
      "listing_type",
      "listing_id",
      "position",
      "url",
      "state",
      "fault",
      "tries",
      "next_at",
      "photo_id",
    ])
    .where(among("listing_type", "listing_id", keys))
    .orderBy("position")
    .execute();
}

async function photosOf(
  trx: Transaction<DB>,
  ownerId: string,
  keys: readonly ListingKey[],
): Promise<PhotoPlace[]> {
  if (keys.length === 0) return [];
  const rows = await trx
    .selectFrom("photos")
    .select(["id", "key", "listing_type", "listing_id", "position"])
    .where(among("listing_type", "listing_id", keys))
    .where("user_id", "=", ownerId)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

function planned(
  key: ListingKey,
  urls: readonly string[],
  before: readonly OrderRow[],
  photos: readonly PhotoPlace[],
): Plan {
  const photoIdsBefore = photos.map(({ id }) => id);
  const shown = urls.map((url) => shownBy(url, before, photos));
  const onlyOwn =
    urls.length > 0 && urls.every((url, index) => ownKey(url) !== null && shown[index] !== null);
  const former = new Set(before.flatMap(({ photo_id }) => photo_id ?? []));
  const staying = onlyOwn
    ? photoIdsBefore
    : photoIdsBefore.filter((id) => !former.has(id) || shown.includes(id));
  const photoIds = reordered(
    staying,
    shown.filter((id) => id !== null),
  );
  const same =
    photoIds.length === photoIdsBefore.length && photoIds.every((id, index) => id === photoIdsBefore[index]);
  return {
    key,
    isReplaced: !onlyOwn,
    rows: onlyOwn
      ? []
      : urls.map((url, position) => rowFor(key, url, position, shown[position] ?? null, before)),
    arrangement: same ? null : { listing: key, photoIds },
  };
}

/** The id of the photo on the listing that has this URL, or was fetched from there; null if there is none. */
function shownBy(url: string, before: readonly OrderRow[], photos: readonly PhotoPlace[]): string | null {
  const copiedKey = ownKey(url);
  const brought = before.find((row) => row.url === url)?.photo_id;
  return photos.find(({ id, key }) => (copiedKey === null ? id === brought : key === copiedKey))?.id ?? null;
}

function rowFor(
  { type, id }: ListingKey,
  url: string,
  position: number,
  photoId: string | null,
  before: readonly OrderRow[],
): OrderRow {
  const row = {
    listing_type: type,
    listing_id: id,
    position,
    url,
    fault: null,
    tries: 0,
    next_at: null,
    photo_id: null,
  };
  if (photoId !== null) return { ...row, state: "done", photo_id: photoId };
  if (url.length === MAX_URL_LENGTH && url.endsWith(CUT))
    return { ...row, state: "failed", fault: "not_a_url" };
  // The job may be fetching this picture at the moment, so the state of its order is kept.
  const waiting = before.find((order) => order.url === url && order.state === "waiting");
  return waiting ? { ...waiting, position } : { ...row, state: "waiting" };
}

async function replace(
  trx: Transaction<DB>,
  ownerId: string,
  uploadId: string | null,
  plans: readonly Plan[],
): Promise<void> {
  const keys = plans.flatMap(({ key, isReplaced }) => (isReplaced ? [key] : []));
  if (keys.length === 0) return;
  await trx
    .deleteFrom("picture_orders")
    .where(among("listing_type", "listing_id", keys))
    .execute();
  const rows = plans.flatMap((plan) => plan.rows);
  if (rows.length === 0) return;
  await sql`
    insert into picture_orders (listing_type, listing_id, position, user_id, upload_id, url, state, fault, tries, next_at, photo_id)
    select listing_type, listing_id, position, ${ownerId}::uuid, ${uploadId}::uuid, url, state, fault, tries, coalesce(next_at, now()), photo_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (
      listing_type text, listing_id uuid, position int, url text, state text, fault text, tries int, next_at timestamptz, photo_id uuid
    )
  `.execute(trx);
}
