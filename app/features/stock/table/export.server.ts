import { sql } from "kysely";
import { type CsvFormat, PLAIN } from "#app/domain/csv-format.ts";
import { photoAddress } from "#app/features/photos/photo.ts";
import { csvFile } from "#app/platform/csv-download.server.ts";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { StockFilter } from "./address.ts";
import { type ExportedRow, STOCK_HEADING, stockCells } from "./cells.ts";
import { matching } from "./queries.server.ts";

interface StockRow extends ExportedRow {
  /** When it was listed, in microseconds. With a Date, listings of the same millisecond would be skipped. */
  readonly micros: number;
  readonly photos: readonly string[];
}

async function pageOf(
  userId: string,
  filter: StockFilter,
  after: StockRow | null,
): Promise<readonly StockRow[]> {
  const { rows } = await sql<StockRow>`
    select type, id, row_key, name, brand, description, price_cents, quantity, country, postal_code, attributes,
      (select slug from models where models.type = listings.type and models.id = listings.model_id) as model,
      (extract(epoch from created_at) * 1000000)::bigint as micros,
      array(
        select key from photos
        where photos.listing_type = listings.type and photos.listing_id = listings.id order by position
      ) as photos
    from listings
    where ${matching(userId, filter)} and ${
      after
        ? sql`(created_at, id) < ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
        : sql`true`
    }
    order by created_at desc, id desc limit ${PAGE_ROWS}
  `.execute(db());
  return rows;
}

/** A CSV file that can be edited and uploaded again; if uploaded unchanged, it changes nothing. */
export function stockFile(
  userId: string,
  filter: StockFilter,
  format: CsvFormat = PLAIN,
): AsyncGenerator<string> {
  const { baseUrl } = env();
  const rows = paginate((after: StockRow | null) => pageOf(userId, filter, after));
  return csvFile(
    STOCK_HEADING,
    rows,
    (row) => {
      const pictures = row.photos.map((key) => photoAddress(baseUrl, key));
      return stockCells(row, pictures, format);
    },
    format,
  );
}
