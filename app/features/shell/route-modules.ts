import type { UNSAFE_RouteModules } from "react-router";
import { filesUrl, withFilesUrl } from "#app/ui/files-url.ts";

declare global {
  interface Window {
    // Set by React Router, which does not document them (docs/decisions/0057).
    __reactRouterManifest: {
      readonly routes: Readonly<Record<string, { readonly id: string; readonly hasDefaultExport?: boolean }>>;
    };
    readonly __reactRouterRouteModules: UNSAFE_RouteModules;
  }
}

/**
 * Registers an empty module for every route without a page. Otherwise React Router fetches the (empty) module of a
 * route when a form is submitted to it, and reloads the page if that fails. Call it before the router is created.
 */
export function registerEmptyModules(): void {
  for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest.routes))
    if (hasDefaultExport === false)
      window.__reactRouterRouteModules[id] ??= {} as UNSAFE_RouteModules[string];
}

/**
 * Makes React Router load the modules of other routes from the CDN, as the server did in the page: a second address would
 * bring a second React. Call it before the router is created.
 */
export function applyFilesUrl(): void {
  if (filesUrl()) window.__reactRouterManifest = withFilesUrl(window.__reactRouterManifest);
}
