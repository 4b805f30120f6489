import { index, type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The front page, and what stands at no address. */
export const homeRoutes: RouteConfigEntry[] = [
  index("features/home/home.route.tsx"),
  route("*", "features/home/not-found.route.tsx"),
];
