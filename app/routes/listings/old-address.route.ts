import { redirect } from "react-router";
import { listingPath } from "#app/domain/categories/paths.ts";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/old-address.route";

/** Redirects /racket/{id} to /rackets/{id}, and likewise in every other category (decision 0006). */
export function loader({ request, params }: Route.LoaderArgs) {
  const type = new URL(request.url).pathname.split("/").find((part) => categoryOfType(part));
  const category = type === undefined ? undefined : categoryOfType(type);
  if (!category) throw new Refused("home_not_found");
  return redirect(listingPath(category, encodeURIComponent(params.id ?? "")), 301);
}
