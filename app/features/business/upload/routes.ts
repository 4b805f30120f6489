import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** Sending a file of stock, and what becomes of it. */
export const uploadRoutes: RouteConfigEntry[] = [
  route("/sell/business/uploads", "features/business/upload/uploads.route.ts"),
  route("/sell/business/uploads/:id", "features/business/upload/upload.route.ts"),
  route("/sell/business/uploads/:id/failed.csv", "features/business/upload/failed.route.ts"),
];
