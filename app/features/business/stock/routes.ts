import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The stock of a shop as a table, and what is changed in one of its cells. */
export const stockRoutes: RouteConfigEntry[] = [
  route("/sell/business/stock", "features/business/stock/stock.route.tsx"),
  route("/sell/business/stock/item", "features/business/stock/item.route.ts"),
];
