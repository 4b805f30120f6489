import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The addresses of photos. `photoUrl` in photo.ts writes those of the last one. */
export const photoRoutes: RouteConfigEntry[] = [
  route("photos", "features/listings/photos/upload.route.ts"),
  route("photos/:id", "features/listings/photos/photo.route.ts"),
  route("photos/:key/:file", "features/listings/photos/picture.route.ts"),
];
