import { type RouteConfigEntry, route } from "@react-router/dev/routes";

/** What search engines read before they look at pages (docs/decisions/0038-seo.md). */
export const seoRoutes: RouteConfigEntry[] = [
  route("/robots.txt", "features/seo/robots.route.ts"),
  route("/sitemap.xml", "features/seo/sitemap.route.ts"),
  route("/sitemaps/pages.xml", "features/seo/sitemap-pages.route.ts"),
  route("/sitemaps/:kind/:part", "features/seo/sitemap-part.route.ts"),
  route("/.well-known/security.txt", "features/seo/security.route.ts"),
];
