import type { Attributes } from "#app/domain/categories/derive/input.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";

/** What the queries of this slice read of a listing. Rows never leave the server: see present.server.ts. */
export interface ListingRow {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly price_cents: number;
  /** How many there are, and how many of those are reserved for somebody. */
  readonly quantity: number;
  readonly reserved: number;
  readonly status: ListingStatus;
  readonly country: string | null;
  readonly postal_code: string | null;
  /** What its postal area is called. */
  readonly town: string | null;
  /** Whether only its region is known. */
  readonly approximate: boolean;
  readonly attributes: Attributes;
  readonly created_at: Date;
  /** As `distance` counts it: from a region farther than it may be. */
  readonly distance_km?: number | null;
  /** Whether only the region is known at either end. */
  readonly distance_rough?: boolean;
}
