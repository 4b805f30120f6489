import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const sellerRoutes: RouteConfigEntry[] = [
  route("/sellers/:username", "features/sellers/seller.route.tsx"),
];
