import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { SOON } from "./soon.ts";

/** The front page, and the menu's pages that have no home of their own yet. */
export const homeRoutes: RouteConfigEntry[] = [
  index("features/home/home.route.tsx"),
  ...SOON.map((path) => route(path, "features/home/soon.route.tsx", { id: `soon${path}` })),
  route("*", "features/home/not-found.route.tsx"),
];
