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
 * Registers a module for every route without a page. React Router fetches the built module, which is empty, when a form
 * is submitted to that route. When that fails, it reloads the page. Call it before the router is created.
 */
export function registerEmptyModules(): void {
  for (const { id, hasDefaultExport } of Object.values(window.__reactRouterManifest.routes))
    if (hasDefaultExport === false)
      window.__reactRouterRouteModules[id] ??= {} as UNSAFE_RouteModules[string];
}
