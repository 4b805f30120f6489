import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What search engines read before they look at pages (docs/decisions/0038-to-be-found.md). */
export const foundRoutes: RouteConfigEntry[] = [
  route("/robots.txt", "features/found/robots.route.ts"),
  route("/sitemap.xml", "features/found/sitemap.route.ts"),
  route("/sitemaps/pages.xml", "features/found/sitemap-pages.route.ts"),
  route("/sitemaps/:kind/:part", "features/found/sitemap-part.route.ts"),
  route("/.well-known/security.txt", "features/found/security.route.ts"),
];
