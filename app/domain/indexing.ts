import {
  browsePath,
  comparePath,
  editPath,
  listingPath,
  modelPath,
  modelsPath,
  oldListingPath,
  sellPath,
} from "./categories/paths.ts";
import { CATEGORIES } from "./categories/registry.ts";

/**
 * How search engines treat the URLs of a route:
 * - "fixed": the page is indexed under its path alone, regardless of the query;
 * - "by loader": the page's loader decides under which URL the page is indexed, or that it is not (`canonicalPath`);
 * - "noindex": robots can fetch the URL and do not index it, such as a picture or a redirect;
 * - "closed": `robots.txt` asks robots not to fetch the URL, because it is private or not a page. A page that is not
 * indexed also says so in its markup and in a header.
 */
export type Indexing = "fixed" | "by loader" | "noindex" | "closed";

/** How search engines treat each route of `routes.ts`, by its path. A test checks that no route is missing. */
export const INDEXING: Readonly<Record<string, Indexing>> = {
  "/": "fixed",
  "/help": "fixed",
  "/api/docs": "fixed",
  "/search": "fixed",
  "/imprint": "fixed",
  "/privacy": "fixed",
  "/safety": "fixed",
  "/sell": "fixed",
  "/sell/individual": "fixed",
  "/sellers/:username": "by loader",
  "/terms": "fixed",
  ...Object.fromEntries(
    CATEGORIES.flatMap((category): [string, Indexing][] => [
      [browsePath(category), "by loader"],
      [browsePath(category, "new"), "by loader"],
      ...category.subcategories.map(({ slug }): [string, Indexing] => [
        browsePath(category, slug),
        "by loader",
      ]),
      ...(category.models
        ? ([
            [modelsPath(category), "by loader"],
            [modelPath(category, ":slug"), "by loader"],
            [comparePath(category), "noindex"],
          ] satisfies [string, Indexing][])
        : []),
      [listingPath(category, ":id"), "by loader"],
      [editPath(listingPath(category, ":id")), "closed"],
      [oldListingPath(category, ":id"), "noindex"],
      [sellPath(category), "closed"],
    ]),
  ),
  "/sell/new": "noindex",
  "/sell/shared": "noindex",
  "/sellers/:username/block": "noindex",
  "/sellers/:username/google.xml": "noindex",
  "/sellers/:username/products.json": "noindex",
  "/sellBusiness": "noindex",
  "/terms/accept": "noindex",
  "/manifest.webmanifest": "noindex",
  "/offline": "noindex",
  "/robots.txt": "noindex",
  "/sitemap.xml": "noindex",
  "/sitemaps/pages.xml": "noindex",
  "/sitemaps/:kind/:part": "noindex",
  "/.well-known/change-password": "noindex",
  "/.well-known/security.txt": "noindex",
  // The 404 status already says that there is no page.
  "*": "noindex",
  "/photos": "noindex",
  "/photos/:id": "noindex",
  "/api": "closed",
  "/assistant": "closed",
  "/auth": "closed",
  "/buy": "closed",
  "/cart": "closed",
  "/chat": "closed",
  "/deals": "closed",
  "/dev": "closed",
  "/favorites": "closed",
  "/listings": "closed",
  "/mail": "closed",
  "/messages": "closed",
  "/models.json": "closed",
  "/models/prices.json": "closed",
  "/moderation": "closed",
  "/my-earnings": "closed",
  "/my-listings": "closed",
  "/notifications": "closed",
  "/offers": "closed",
  "/operator": "closed",
  "/orders": "closed",
  "/preferences": "closed",
  "/profile": "closed",
  "/me": "closed",
  "/recently-viewed": "closed",
  "/questions": "closed",
  "/report": "closed",
  "/reports": "closed",
  "/return-to-app": "closed",
  "/reviews": "closed",
  "/search/": "closed",
  "/sell/business": "closed",
  "/sign-out": "closed",
  "/statements": "closed",
};

/** `pattern` is the path of a route in `routes.ts`. A path below a closed one is closed too. */
export function indexingOf(pattern: string): Indexing | undefined {
  const exact = INDEXING[pattern];
  if (exact) return exact;
  const isIn = (place: string) => pattern.startsWith(place.endsWith("/") ? place : `${place}/`);
  return Object.entries(INDEXING).some(([place, how]) => how === "closed" && isIn(place))
    ? "closed"
    : undefined;
}

/** The canonical path of a "fixed" page; null for every other path. */
export function fixedPath(path: string): string | null {
  const tidy = path === "/" ? path : path.replace(/\/+$/, "");
  return INDEXING[tidy] === "fixed" ? tidy : null;
}
