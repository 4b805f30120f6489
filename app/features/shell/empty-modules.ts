import type { UNSAFE_RouteModules } from "react-router";

declare global {
  interface Window {
    // React Router's own, which each page brings (docs/decisions/0057).
    readonly __reactRouterManifest: {
      readonly routes: Readonly<Record<string, { readonly id: string; readonly hasDefaultExport?: boolean }>>;
    };
    readonly __reactRouterRouteModules: UNSAFE_RouteModules;
  }
}

/**
 * Registers a module for every route that has no page. The built one is empty, but React Router fetches it when a form is
 * sent to that route, and reloads the page when it cannot. Call it before the router is made.
 */
export function registerEmptyModules(): void {
  for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest.routes))
    if (hasDefaultExport === false)
      window.__reactRouterRouteModules[id] ??= {} as UNSAFE_RouteModules[string];
}
