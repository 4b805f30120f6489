import { type RouteConfigEntry, route } from "@react-router/dev/routes";
import { csvRoutes } from "./csv/routes.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { stockRoutes } from "./stock/routes.ts";
import { uploadRoutes } from "./upload/routes.ts";

/** Selling as a business: the dashboard, uploads of files, the stock as a table (M2.5). */
export const businessRoutes: RouteConfigEntry[] = [
  route("/sell/business", "features/business/dashboard.route.tsx"),
  ...csvRoutes,
  ...stockRoutes,
  ...uploadRoutes,
  route("/sell/business/stock.csv", "features/business/stock/stock-file.route.ts"),
  ...pictureRoutes,
];
