import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What somebody fills a file of stock in from. */
export const csvRoutes: RouteConfigEntry[] = [
  route("/sell/business/template.csv", "features/business/csv/template.route.ts"),
  route("/sell/business/values.csv", "features/business/csv/values.route.ts"),
];
