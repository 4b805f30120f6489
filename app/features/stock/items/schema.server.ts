import { z } from "zod";
import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { listingType } from "#app/features/api/fields.ts";
import { listingChanges } from "#app/features/sell/json/body.server.ts";
import { m } from "#app/paraglide/messages.js";
import { MAX_SKU_LENGTH, MAX_URL_LENGTH } from "../csv/check.ts";

/** How many items a request may have. */
export const MOST_ITEMS = 500;

/** A shop's own number of an item. */
export const skuText = z
  .string()
  .max(MAX_SKU_LENGTH)
  .refine((text) => text !== "" && oneLine(text) === text && isWritable(text), {
    error: () => m.listing_error_characters({ label: "SKU" }),
  })
  .meta({ description: "Your own number of the item, of one line." });

/** What a shop's system says about an item. The fields of its category are checked by `stateItems`. */
export const stockItem = z
  .strictObject({
    ...listingChanges.shape,
    images: z.array(z.string().max(MAX_URL_LENGTH)).max(MAX_PHOTOS).nullish().meta({
      description: "URLs of pictures, which are fetched within minutes. Without any, the photos stay.",
    }),
    price_confirmed: z.boolean().optional().meta({
      description: "That the price is right, although it is 0 or far from what the model usually costs.",
    }),
  })
  .meta({ id: "StockItem" });

/** An item of many: each is checked by itself. */
export const numberedItem = stockItem.extend({ listing_type: listingType, sku: skuText });
