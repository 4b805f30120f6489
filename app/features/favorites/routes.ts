import { type RouteConfigEntry, route } from "@react-router/dev/routes";

export const favoriteRoutes: RouteConfigEntry[] = [
  route("/favorites", "features/favorites/favorites.route.tsx"),
  route("/recently-viewed", "features/favorites/recently-viewed.route.tsx"),
];
