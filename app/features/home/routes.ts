import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The front page, and the menu's pages that have no home of their own yet. */
export const homeRoutes: RouteConfigEntry[] = [
  index("features/home/home.route.tsx"),
  route("/search", "features/home/search.route.ts"),
  route("/sell", "features/home/sell.route.ts"),
  route("*", "features/home/not-found.route.tsx"),
];
