import { createHash, createHmac, hkdfSync } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { z } from "zod";
import type { DB } from "#app/platform/db-types.ts";
import { env } from "#app/platform/env.server.ts";
import { storage } from "#app/platform/storage.server.ts";
import { PHOTO_WIDTHS, type PhotoFormat, type PhotoWidth, pictureFile, privateKey } from "./photo.ts";
import type { Picture } from "./render.server.ts";
import type { Crop } from "./rules.ts";

// Part of every key. Increase it when the settings in render.server.ts (widths, quality, colours) change. Browsers cache
// pictures permanently, so pictures made with other settings need other names.
const RECIPE = "2";

const CONTENT_TYPES = { webp: "image/webp", avif: "image/avif" } as const satisfies Record<
  PhotoFormat,
  string
>;

/**
 * The key of the photo that is made from this file, or from a square of it: 64 hexadecimal digits. Equal files have the
 * same key.
 */
export function contentKey(file: Uint8Array, square?: Crop | "middle"): string {
  const part = square === undefined ? "" : `square ${JSON.stringify(square)}\n`;
  return createHash("sha256").update(`recipe ${RECIPE}\n${part}`).update(file).digest("hex");
}

/**
 * The key of a private photo. It is the same for the same user and content, and cannot be computed without
 * AUTH_SECRET.
 * @param owner id of the uploader; null: the account was deleted
 * @param content the key that the file would have as a public photo
 */
export function keyForPrivate(owner: string | null, content: string): string {
  const secret = hkdfSync("sha256", env().authSecret, "", "private photos", 32);
  return privateKey(
    createHmac("sha256", new Uint8Array(secret)).update(`${owner}\n${content}`).digest("hex"),
  );
}

export function storedPicture(key: string, width: PhotoWidth, format: PhotoFormat) {
  return storage().get(pictureFile(key, width, format));
}

/** Whether all WebP pictures are stored: the largest is written last and deleted first. */
export function hasPictures(key: string): Promise<boolean> {
  return storage().has(pictureFile(key, 1280, "webp"));
}

/** Stores pictures of every width. When it throws, some may be stored. */
export async function putPictures(
  key: string,
  pictures: readonly Picture[],
  format: PhotoFormat,
): Promise<void> {
  const store = ({ width, body }: Picture) =>
    storage().put(pictureFile(key, width, format), body, CONTENT_TYPES[format]);
  await Promise.all(pictures.filter((picture) => picture.width !== 1280).map(store));
  await Promise.all(pictures.filter((picture) => picture.width === 1280).map(store));
}

/**
 * Locks the files of this key until the transaction ends, so that no other transaction adds a row that needs the files
 * while this one deletes them.
 */
export async function lockFiles(trx: Transaction<DB>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('photo ' || ${key}, 0))`.execute(trx);
}

/**
 * Deletes the files of this key, in both formats, unless a row still needs them. The caller has locked them with
 * `lockFiles`.
 */
export async function deleteUnneeded(trx: Transaction<DB>, key: string): Promise<void> {
  const needed = await trx.selectFrom("photos").select("id").where("key", "=", key).executeTakeFirst();
  if (needed) return;
  for (const width of PHOTO_WIDTHS.toReversed()) {
    await storage().delete(pictureFile(key, width, "webp"));
    await storage().delete(pictureFile(key, width, "avif"));
  }
}

/** The key of a photo, without the prefix of private photos. */
export const PHOTO_DIGITS = /^[0-9a-f]{64}$/;

/** The key of a photo, public or private. */
export const photoKey = z.string().regex(/^(private-)?[0-9a-f]{64}$/);
