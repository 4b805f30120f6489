import type { UNSAFE_RouteModules } from "react-router";

declare global {
  interface Window {
    // A property of React Router, in each page (docs/decisions/0057).
    readonly __reactRouterManifest: {
      readonly routes: Readonly<Record<string, { readonly id: string; readonly hasDefaultExport?: boolean }>>;
    };
    readonly __reactRouterRouteModules: UNSAFE_RouteModules;
  }
}

/**
 * Registers an empty module for every route without a page. When a form is submitted to such a route, React Router
 * would fetch the route's module, which is empty too, and reload the page if that fails. Call it before the router is
 * created.
 */
export function registerEmptyModules(): void {
  for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest.routes))
    if (hasDefaultExport === false)
      window.__reactRouterRouteModules[id] ??= {} as UNSAFE_RouteModules[string];
}
