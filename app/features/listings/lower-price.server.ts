import { data, href, redirect } from "react-router";
import { formatPrice } from "#app/domain/format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { setPriceAndQuantity } from "./commands.server.ts";
import { issueText } from "./issue-text.ts";
import { readKey } from "./picked.ts";
import { readLowerPrice } from "./rules.ts";
import type { LowerPriceAnswer } from "./view.ts";

const FIELDS = ["listing", "was", "price"];

/** `setPriceAndQuantity` checks that the listing is the viewer's own. */
export async function lowerPrice(request: Request, viewer: Viewer) {
  const form = await readForm(request, FIELDS, 200, 1);
  const field = (name: string) => String(form?.get(name) ?? "");
  const listing = field("listing");
  const price = field("price");
  const refuse = (message: string, status: number) =>
    data({ ok: false, listing, price, message } satisfies LowerPriceAnswer, { status });
  const key = readKey(listing);
  const was = Number(field("was"));
  if (!key || !Number.isSafeInteger(was)) return refuse(m.stock_not_understood(), 400);
  const locale = getLocale();
  const read = readLowerPrice(price, was);
  if ("issue" in read) {
    if (read.issue === "not_lower") {
      return refuse(m.mine_price_not_lower({ price: formatPrice(was, locale) }), 422);
    }
    const label = m.mine_price_new();
    return refuse(issueText(read.issue, { label, requiredText: m.listing_error_required({ label }) }), 422);
  }
  const changed = await orRefused(
    setPriceAndQuantity(viewer, key, { priceCents: was }, { priceCents: read.cents }),
  );
  if (changed instanceof Refused) return refuse(changed.message, changed.status);
  const { done, current } = changed;
  if (!done) return refuse(m.mine_price_meanwhile({ price: formatPrice(current.priceCents, locale) }), 409);
  const message = m.mine_price_lowered({ price: formatPrice(current.priceCents, locale) });
  if (!isNavigation(request)) return data({ ok: true, listing, message } satisfies LowerPriceAnswer);
  return redirect(href("/my-listings"), {
    headers: flash(new Headers(), { title: message, kind: "success" }),
  });
}
