import type { Attributes } from "#app/domain/categories/derive/input.ts";
import type { ListingStatus } from "#app/domain/listing.ts";

/** Rows never leave the server: see present.server.ts. */
export interface ListingRow {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly price_cents: number;
  /** The number of unsold pieces. */
  readonly quantity: number;
  /** Pieces promised to a buyer; part of `quantity`. */
  readonly reserved: number;
  readonly status: ListingStatus;
  readonly country: string | null;
  readonly postal_code: string | null;
  /** The name of the postal area. */
  readonly town: string | null;
  /** Whether the coordinates are those of the region, because those of the postal area are not known. */
  readonly approximate: boolean;
  readonly attributes: Attributes;
  readonly created_at: Date;
  /** The language of the title and the description. */
  readonly language: string | null;
  /** In kilometres; REGION_KM more when only the region of the listing is known. */
  readonly distance_km?: number | null;
  /** Whether only the region of the listing or of the visitor's postal code is known. */
  readonly distance_rough?: boolean;
}
