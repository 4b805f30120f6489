import { z } from "zod";
import { formatPrice } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { type Done, faultAt } from "#app/platform/submit.server.ts";
import { setPriceAndQuantity } from "./commands.server.ts";
import { issueText } from "./issue-text.ts";
import { readKey } from "./picked.ts";
import { readLowerPrice } from "./rules.ts";

/** `was` is the price in cents that the form showed. */
export const lowerPriceSchema = z
  .object({ listing: z.string(), was: z.string(), price: z.string().default("") })
  .transform(({ listing, was, price }, context) => {
    const refuse = (message: string, path: string[] = []) => {
      context.addIssue({ code: "custom", message, path });
      return z.NEVER;
    };
    const key = readKey(listing);
    const wasCents = Number(was);
    if (!key || !Number.isSafeInteger(wasCents)) return refuse(m.stock_not_understood());
    const read = readLowerPrice(price, wasCents);
    if (!("issue" in read)) return { key, wasCents, cents: read.cents };
    if (read.issue === "not_lower")
      return refuse(m.mine_price_not_lower({ price: formatPrice(wasCents, getLocale()) }), ["price"]);
    const label = m.mine_price_new();
    const text = issueText(read.issue, { label, requiredText: m.listing_error_required({ label }) });
    return refuse(text, ["price"]);
  });

/** `setPriceAndQuantity` checks that the listing is the viewer's own. */
export async function lowerPrice(
  { key, wasCents, cents }: z.output<typeof lowerPriceSchema>,
  viewer: Viewer,
): Promise<Done> {
  const { done, current } = await setPriceAndQuantity(
    viewer,
    key,
    { priceCents: wasCents },
    { priceCents: cents },
  );
  const price = formatPrice(current.priceCents, getLocale());
  if (!done) throw faultAt("price", m.mine_price_meanwhile({ price }));
  return { toast: { title: m.mine_price_lowered({ price }), tone: "good" } };
}
