import { createHash, createHmac, hkdfSync } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { storage } from "#app/platform/storage.server.ts";
import { isPrivate, PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth, privateKey } from "./photo.ts";
import type { Picture } from "./render.server.ts";
import type { Crop } from "./rules.ts";

// Part of every key: pictures made in another way (other widths, another quality) must get other names, since the old
// ones are kept for ever by browsers. Raise it with the settings in render.server.ts.
const RECIPE = "1";

const CONTENT_TYPES = { webp: "image/webp", avif: "image/avif" } as const satisfies Record<
  PhotoFormat,
  string
>;

/** The name that equal files share, and equal squares of equal files: 64 hexadecimal digits. */
export function contentKey(file: Uint8Array, square?: Crop | "middle"): string {
  const part = square === undefined ? "" : `square ${JSON.stringify(square)}\n`;
  return createHash("sha256").update(`recipe ${RECIPE}\n${part}`).update(file).digest("hex");
}

/**
 * The key of a private photo: the same for the same person and content, and not to be computed without AUTH_SECRET.
 * @param owner id of who uploaded it; null: they left
 * @param content the key that the file would have as a public photo
 */
export function keyForPrivate(owner: string | null, content: string): string {
  const secret = hkdfSync("sha256", env().authSecret, "", "private photos", 32);
  return privateKey(
    createHmac("sha256", new Uint8Array(secret)).update(`${owner}\n${content}`).digest("hex"),
  );
}

/** Private ones have a folder of their own, so that an operator can make the rest of a bucket public. */
function pathOf(key: string, width: PhotoWidth, format: PhotoFormat): string {
  const folder = isPrivate(key) ? "private" : key.slice(0, 2);
  return `${folder}/${key}/${width}.${format}`;
}

/** What is stored of one picture, or null. */
export function storedPicture(key: string, width: PhotoWidth, format: PhotoFormat) {
  return storage().get(pathOf(key, width, format));
}

/** Whether all WebP pictures are there: the largest is written last and deleted first. */
export function hasPictures(key: string): Promise<boolean> {
  return storage().has(pathOf(key, 1280, "webp"));
}

/** Stores pictures of every width; when it throws, some may be there. */
export async function putPictures(
  key: string,
  pictures: readonly Picture[],
  format: PhotoFormat,
): Promise<void> {
  const put = ({ width, body }: Picture) =>
    storage().put(pathOf(key, width, format), body, CONTENT_TYPES[format]);
  await Promise.all(pictures.filter((picture) => picture.width !== 1280).map(put));
  await Promise.all(pictures.filter((picture) => picture.width === 1280).map(put));
}

/**
 * Holds, until the transaction ends, the right to decide about the files of this key: who makes a row that needs them,
 * and who deletes them because no row does, take turns.
 */
export async function lockFiles(trx: Transaction<DB>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('photo ' || ${key}, 0))`.execute(trx);
}

/** Deletes the files of this key, in both formats, unless a row still needs them. The caller holds `lockFiles`. */
export async function deleteUnneeded(trx: Transaction<DB>, key: string): Promise<void> {
  const needed = await trx.selectFrom("photos").select("id").where("key", "=", key).executeTakeFirst();
  if (needed) return;
  for (const width of PHOTO_WIDTHS.toReversed()) {
    await storage().delete(pathOf(key, width, "webp"));
    await storage().delete(pathOf(key, width, "avif"));
  }
}
