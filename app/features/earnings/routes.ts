import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const earningRoutes: RouteConfigEntry[] = [
  route("/my-earnings", "features/earnings/earnings.route.tsx"),
  route("/my-earnings/export.csv", "features/earnings/export.route.ts"),
];
