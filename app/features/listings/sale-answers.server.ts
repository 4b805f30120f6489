import { data, redirect } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation } from "#app/platform/form.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import { limitMessage } from "#app/platform/rate-limit.server.ts";
import { ListingRefused, sellOne, takeSaleBack } from "./commands.server.ts";
import type { ListingKey } from "./queries.server.ts";

/** Counts one sold piece down, or reverts that. */
export async function countSale(
  request: Request,
  viewer: Viewer,
  key: ListingKey,
  intent: "sold" | "unsold",
) {
  const limitSaves = await limitMessage("stock_write", viewer.id);
  if (limitSaves !== null) return data({ title: m.ui_error(), message: limitSaves }, { status: 429 });
  try {
    const left = intent === "sold" ? await sellOne(viewer, key) : await takeSaleBack(viewer, key);
    return isNavigation(request) ? redirect(appPath(request.url)) : data({ left });
  } catch (error) {
    if (!(error instanceof ListingRefused)) throw error;
    const [status, message] = SALE_REFUSED[error.reason];
    return data({ title: m.ui_error(), message: message() }, { status });
  }
}

const SALE_REFUSED: Readonly<Record<ListingRefused["reason"], readonly [number, () => string]>> = {
  not_found: [404, m.stock_gone],
  unknown_place: [404, m.stock_gone],
  not_yours: [403, m.listing_not_yours],
  sold_out: [409, m.stock_none_left],
  reserved: [409, m.stock_reserved],
};
