import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The pictures that the rows of a file named: which could not be had, and asking for them again. */
export const pictureRoutes: RouteConfigEntry[] = [
  route("/sell/business/pictures", "features/business/pictures/pictures.route.ts"),
  route("/sell/business/uploads/:id/pictures", "features/business/pictures/upload-pictures.route.ts"),
];
