import type { Attributes } from "#app/domain/categories/derive/input.ts";
import type { ListingStatus } from "#app/domain/listing-status.ts";

/** The row that this feature's queries read. Rows never leave the server: see present.server.ts. */
export interface ListingRow {
  readonly type: string;
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly brand: string | null;
  readonly price_cents: number;
  /** The number of pieces, and how many of them are reserved. */
  readonly quantity: number;
  readonly reserved: number;
  readonly status: ListingStatus;
  readonly country: string | null;
  readonly postal_code: string | null;
  /** The name of its postal area. */
  readonly town: string | null;
  /** Whether only its region is known. */
  readonly approximate: boolean;
  readonly attributes: Attributes;
  readonly created_at: Date;
  /** In kilometres, as `distance` counts it: at its greatest where only the region is known. */
  readonly distance_km?: number | null;
  /** Whether only the region of either end is known. */
  readonly distance_rough?: boolean;
}
