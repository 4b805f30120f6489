import { type RawBuilder, sql } from "kysely";

/** The difference hashes of equal photos differ in at most this many bits (docs/decisions/0100-signals.md). */
const DHASH_BITS = 6;

/**
 * An SQL expression: whether a photo of a listing looks like the one with this hash. An index finds the photos.
 * @param photo the alias of `photos` in the query
 */
export function looksLike(photo: string, dhash: RawBuilder<unknown>): RawBuilder<boolean> {
  const own = sql.ref(`${photo}.dhash`);
  return sql<boolean>`(
    dhash_parts(${own}) && dhash_parts(${dhash}) and bit_count(${own} # ${dhash}) <= ${sql.lit(DHASH_BITS)}
    and ${own} is not null and ${sql.ref(`${photo}.listing_id`)} is not null
  )`;
}
