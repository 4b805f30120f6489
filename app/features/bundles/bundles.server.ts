import { z } from "zod";
import { BUNDLE_ITEMS, BUNDLE_PERCENTS, type BundleDiscount, bundleIn } from "#app/domain/bundle.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { changingTag, SELLERS_TAG } from "#app/platform/cache-tags.server.ts";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";

// The error text is a function: the schema is created once, but each request has its own language.
const bad = { error: () => m.deal_bad_request() };

const number = z
  .string(bad)
  .regex(/^\d{1,2}$/, bad)
  .transform(Number);

/** The form for a seller's discount, on the page My Listings. An empty `percent` removes the discount. */
export const bundleSchema = z
  .object({
    items: number.refine((count) => BUNDLE_ITEMS.some((one) => one === count), bad),
    percent: z.union([
      z.literal("").transform(() => null),
      number.refine((percent) => BUNDLE_PERCENTS.some((one) => one === percent), bad),
    ]),
  })
  .transform(({ items, percent }): BundleDiscount | null => (percent === null ? null : { items, percent }));

/** A seller's discount for several items; null when the seller offers none. */
export async function bundleOf(sellerId: string): Promise<BundleDiscount | null> {
  const row = await db()
    .selectFrom("profiles")
    .select(["bundle_items", "bundle_percent"])
    .where("id", "=", sellerId)
    .executeTakeFirst();
  return row ? bundleIn(row) : null;
}

/**
 * Sets the viewer's discount for several of their items, or removes it (docs/decisions/0046-cart.md).
 * @throws 429 rate limit
 */
export async function setBundle(viewer: Viewer, bundle: BundleDiscount | null): Promise<void> {
  await limit("listing_write", viewer.id);
  await changingTag(SELLERS_TAG, (trx) =>
    trx
      .updateTable("profiles")
      .set({ bundle_items: bundle?.items ?? null, bundle_percent: bundle?.percent ?? null })
      .where("id", "=", viewer.id)
      .execute(),
  );
}
