import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Saving a search and what is done with saved ones; they are shown beside the favourites. */
export const savedSearchRoutes: RouteConfigEntry[] = [
  route("/search/saved", "features/search/saved/saved.route.ts"),
  route("/search/saved/new", "features/search/saved/new.route.tsx"),
  route("/search/saved/:id", "features/search/saved/edit.route.tsx"),
];
