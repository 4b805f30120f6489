import { sql } from "kysely";
import { PAGE_ROWS, paginate } from "#app/features/accounts/data-export/paginate.ts";
import { db } from "#app/platform/db.server.ts";

interface Ordered {
  readonly type: string;
  readonly listing: string;
  readonly position: number;
  readonly address: string;
  readonly state: string;
  readonly fault: string | null;
}

export function exportPictureOrders(userId: string) {
  return {
    orderedPictures: paginate(async (after: Ordered | null) => {
      const { rows } = await sql<Ordered>`
        select listing_type as type, listing_id as listing, position, url as address, state, fault from picture_orders
        where user_id = ${userId} and ${
          after
            ? sql`(listing_type, listing_id, position) > (${after.type}, ${after.listing}, ${after.position})`
            : sql`true`
        }
        order by listing_type, listing_id, position limit ${PAGE_ROWS}
      `.execute(db());
      return rows;
    }),
  };
}
