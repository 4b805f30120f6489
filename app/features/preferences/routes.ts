import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Somebody's sizes, and where their dialog reads and keeps them. */
export const preferenceRoutes: RouteConfigEntry[] = [
  route("preferences/sizes", "features/preferences/sizes.route.tsx"),
  route("preferences/sizes/mine", "features/preferences/mine.route.ts"),
];
