import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The menus' pages that later issues build (docs/spec-map.md says which). */
const NOT_OPEN_YET = ["/my-earnings", "/orders", "/cart"];

/** The front page, and the menu's pages that have no home of their own yet. */
export const homeRoutes: RouteConfigEntry[] = [
  index("features/home/home.route.tsx"),
  ...NOT_OPEN_YET.map((path) => route(path, "features/home/soon.route.tsx", { id: `soon${path}` })),
  route("*", "features/home/not-found.route.tsx"),
];
