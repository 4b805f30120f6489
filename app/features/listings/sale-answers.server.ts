import { data, redirect } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation } from "#app/platform/form.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { sellOne, takeSaleBack } from "./commands.server.ts";
import type { ListingKey } from "./queries.server.ts";

export async function countSale(
  request: Request,
  viewer: Viewer,
  key: ListingKey,
  intent: "sold" | "unsold",
) {
  const left = await orRefused(intent === "sold" ? sellOne(viewer, key) : takeSaleBack(viewer, key));
  if (left instanceof Refused) {
    return data({ title: m.ui_error(), message: left.message }, { status: left.status });
  }
  return isNavigation(request) ? redirect(appPath(request.url)) : data({ left });
}
