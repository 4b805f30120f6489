import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const dealRoutes: RouteConfigEntry[] = [
  route("orders", "features/deals/orders.route.tsx"),
  route("orders/:dealId", "features/deals/order.route.tsx"),
  route("deals", "features/deals/mark.route.ts"),
  route("deals/new", "features/deals/new.route.tsx"),
  route("deals/rooms/:roomId", "features/deals/room.route.ts"),
  route("deals/:id", "features/deals/step.route.ts"),
];
