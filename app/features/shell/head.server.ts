import type { EntryContext } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { canonicalOf } from "./canonical.ts";

/** What a page's head says to machines alone: a browser that goes on to another page by itself needs none of it. */
export interface MachineHead {
  /** Whether search engines are to show the page. */
  readonly found: boolean;
  readonly html: string;
}

/** `status` is what the page is answered with. */
export function headFor(
  { matches, loaderData }: EntryContext["staticHandlerContext"],
  status: number,
): MachineHead {
  const path =
    status === 200 && env().searchEngines
      ? canonicalOf(matches.map(({ route }) => loaderData[route.id]))
      : null;
  if (path === null) return { found: false, html: '<meta name="robots" content="noindex"/>' };
  return { found: true, html: "" };
}
