import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Search across all categories, and what is suggested while typing. */
export const searchRoutes: RouteConfigEntry[] = [
  route("/search", "features/search/search.route.tsx"),
  route("/search/suggestions", "features/search/suggestions.route.ts"),
];
