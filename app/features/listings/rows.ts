import type { Attributes } from "#app/domain/categories/derive/input.ts";

/** What the queries of this slice read of a listing. Rows never leave the server: see present.server.ts. */
export interface ListingRow {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly price_cents: number;
  /** How many there are; 0: sold. */
  readonly quantity: number;
  readonly country: string | null;
  readonly postal_code: string | null;
  readonly attributes: Attributes;
  readonly created_at: Date;
  readonly distance_km?: number | null;
}
