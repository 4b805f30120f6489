import { type RawBuilder, sql } from "kysely";

/**
 * Two photos count as copies of one photo when their difference hashes differ in at most this many bits
 * (docs/decisions/0100-signals.md).
 */
const DHASH_BITS = 6;

/**
 * An SQL expression: whether a photo is on a listing and looks like the photo with this hash. It uses an index of
 * `photos`.
 * @param photo the alias of `photos` in the query
 * @param dhash an SQL expression for the difference hash
 */
export function looksLike(photo: string, dhash: RawBuilder<unknown>): RawBuilder<boolean> {
  const hash = sql.ref(`${photo}.dhash`);
  return sql<boolean>`(
    dhash_parts(${hash}) && dhash_parts(${dhash}) and bit_count(${hash} # ${dhash}) <= ${sql.lit(DHASH_BITS)}
    and ${hash} is not null and ${sql.ref(`${photo}.listing_id`)} is not null
  )`;
}
