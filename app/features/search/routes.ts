import { type RouteConfigEntry, route } from "@react-router/dev/routes";
import { savedSearchRoutes } from "./saved/routes.ts";

/** Search across all categories, what is suggested while typing, and saved searches. */
export const searchRoutes: RouteConfigEntry[] = [
  route("/search", "features/search/search.route.tsx"),
  route("/search/suggestions", "features/search/suggestions.route.ts"),
  ...savedSearchRoutes,
];
