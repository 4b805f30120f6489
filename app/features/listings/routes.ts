import { type RouteConfigEntry, route } from "@react-router/dev/routes";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { photoRoutes } from "./photos/routes.ts";
import { shareRoutes } from "./share/routes.ts";

const BROWSE = "features/listings/browse.route.tsx";
const DETAIL = "features/listings/detail.route.tsx";
const FORM = "features/listings/form.route.tsx";

/** Each category's pages, derived from its definition: one set of pages serves them all. */
export const listingRoutes: RouteConfigEntry[] = [
  ...CATEGORIES.flatMap(({ type, plural, sell, subcategories }) => [
    route(`/${plural}`, BROWSE, { id: `browse-${plural}` }),
    ...["new", ...subcategories.map((sub) => sub.slug)].map((slug) =>
      route(`/${plural}/${slug}`, BROWSE, { id: `browse-${plural}-${slug}` }),
    ),
    route(`/${plural}/:id`, DETAIL, { id: `detail-${type}` }),
    route(`/${plural}/:id/edit`, FORM, { id: `edit-${type}` }),
    route(`/sell/${sell}`, FORM, { id: `sell-${type}` }),
    // The favorites page of old links to /racket/{id} (decision 0006).
    route(`/${type}/:id`, "features/listings/old-address.route.ts", { id: `old-${type}` }),
  ]),
  route("/sell", "features/listings/sell/sell.route.tsx"),
  route("/sell/individual", "features/listings/sell/individual.route.tsx"),
  ...["/sell/new", "/sellBusiness"].map((path) =>
    route(path, "features/listings/sell/redirects.route.ts", { id: `moved${path}` }),
  ),
  route("/listings/window", "features/listings/browse-window.route.ts"),
  route("/listings/counts", "features/listings/browse-counts.route.ts"),
  route("/my-listings", "features/listings/my-listings.route.tsx"),
  ...photoRoutes,
  ...shareRoutes,
];
