import { type RawBuilder, sql } from "kysely";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { db } from "#app/platform/db.server.ts";
import { onOffer } from "./on-offer.server.ts";
import { CARD_COLUMNS, type CardRow } from "./queries.server.ts";
import type { ListingRow } from "./rows.ts";

export const MAX_RELATED = 6;

/**
 * A listing is compared with this many listings of the next higher and as many of the next lower prices: once within
 * its brand, and once within all brands.
 */
const NEIGHBOURS = 24;

/**
 * The most similar listings of the type first: by brand, by the facts of a card, and by price. It reads about a hundred
 * listings by the price indexes, regardless of how many exist.
 */
export async function similarListings(
  definition: CategoryDefinition,
  { id, user_id, brand, price_cents, attributes }: ListingRow,
  viewerId: string | null,
): Promise<CardRow[]> {
  const table = onOffer(definition);
  const neighbours = (among: RawBuilder<unknown>) => [
    sql`(select id from ${table} where ${among} and price_cents >= ${price_cents}
      order by price_cents, id limit ${NEIGHBOURS})`,
    sql`(select id from ${table} where ${among} and price_cents < ${price_cents}
      order by price_cents desc, id desc limit ${NEIGHBOURS})`,
  ];
  const near = [...(brand === null ? [] : neighbours(sql`brand = ${brand}`)), ...neighbours(sql`true`)];
  const { rows } = await sql<CardRow>`
    with ranked as (
      select listings.type, id, row_number() over (order by
        case when brand = ${brand} then 1.5 else 0 end
        + 3.0 * (
          select count(*) from unnest(${definition.card}::text[]) as fact
          where attributes -> fact = ${JSON.stringify(attributes)}::jsonb -> fact
        ) / ${definition.card.length}
        - 2.0 * abs(ln((price_cents + 500)::float8 / (${price_cents} + 500))) desc, created_at desc, id desc) as place
      from (${sql.join(near, sql` union `)}) near join ${table} listings using (id)
      where listings.type = ${definition.type} and id <> ${id} and user_id <> ${user_id}
        and ${viewerId === null ? sql`true` : sql`user_id <> ${viewerId}`}
    )
    select ${CARD_COLUMNS}
    from ranked join ${table} listings on listings.type = ranked.type and listings.id = ranked.id
    where place <= ${MAX_RELATED} order by place
  `.execute(db());
  return rows;
}
