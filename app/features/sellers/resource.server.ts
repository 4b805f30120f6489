import { z } from "zod";
import { bundleIn } from "#app/domain/bundle.ts";
import { sellerPath, tidyUsername } from "#app/domain/username.ts";
import { id, moment } from "#app/features/api/fields.ts";
import { pageAddress, pictureAddress } from "#app/features/listings/resource.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { nameAfter, type SellerFactsRow, type SellerRow, sellerByUsername } from "./queries.server.ts";
import { REPLY_SPEEDS, replySpeed } from "./rules.ts";

/** A person as everybody may see them, with their record as a seller. */
export const sellerResource = z
  .object({
    id,
    username: z.string(),
    avatar_url: z.url().nullable(),
    created_at: moment,
    country: z.string().nullable(),
    rating: z.object({ average: z.number(), reviews: z.int() }).nullable(),
    sales: z.int(),
    deals_ended: z
      .int()
      .meta({ description: "Deals that the other party ended, because this one did nothing." }),
    replies_within: z
      .enum(REPLY_SPEEDS)
      .nullable()
      .meta({ description: "Null if it takes longer, or is not known." }),
    bundle: z
      .object({ items: z.int(), percent: z.int() })
      .nullable()
      .meta({ description: "The discount for at least so many items." }),
    trader: z
      .object({
        name: z.string(),
        address: z.string(),
        registration: z.string(),
        vat_id: z.string().nullable(),
      })
      .nullable()
      .meta({
        description: "What a business states; null for a private seller. Its page says how to reach it.",
      }),
    url: z.url(),
  })
  .meta({ id: "Seller" });

/**
 * The seller with this username, or who had it recently.
 * @throws Refused "seller_not_found"
 */
export async function sellerNamed(written: string): Promise<SellerRow> {
  const username = tidyUsername(written);
  const row = await sellerByUsername(username);
  if (row) return row;
  const newName = await nameAfter(username);
  const renamed = newName === null ? null : await sellerByUsername(newName);
  if (!renamed) throw new Refused("seller_not_found");
  return renamed;
}

export function presentSellerResource(
  row: SellerRow,
  { sales, reply_minutes, trader }: Pick<SellerFactsRow, "sales" | "reply_minutes" | "trader">,
): z.input<typeof sellerResource> {
  const { username, average } = row;
  return {
    id: row.id,
    username,
    avatar_url: pictureAddress(row.avatar_url),
    created_at: row.created_at.toISOString(),
    country: row.country,
    rating: average === null ? null : { average: Number(average.toFixed(2)), reviews: row.reviews },
    sales,
    deals_ended: row.ended,
    replies_within: replySpeed(reply_minutes),
    bundle: bundleIn(row),
    trader: trader && {
      name: trader.name,
      address: trader.address,
      registration: trader.registration,
      vat_id: trader.vat_id,
    },
    url: pageAddress(sellerPath(username)),
  };
}
