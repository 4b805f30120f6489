import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const dealRoutes: RouteConfigEntry[] = [
  route("orders", "features/deals/orders.route.tsx"),
  route("orders/:dealId", "features/deals/order.route.tsx"),
];
