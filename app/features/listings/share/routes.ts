import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** The pictures that are drawn for where pages are shared (Open Graph); `address.server.ts` writes their addresses. */
export const shareRoutes: RouteConfigEntry[] = [
  route("og/shop/:file", "features/listings/share/shop-picture.route.ts"),
  route("og/:plural/:id/:file", "features/listings/share/listing-picture.route.ts"),
];
