import { href, redirect } from "react-router";
import { appPath } from "#app/platform/locale.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/redirects.route";

/**
 * Duplicate paths of the selling pages, in lower case, and the pages to which they redirect (decision 0006). Photos are
 * shared to /sell/shared, which the service worker answers.
 */
const MOVED: Readonly<Record<string, string>> = {
  "/sell/new": href("/sell"),
  "/sell/shared": href("/sell"),
  "/sellbusiness": href("/sell/business"),
};

export function loader({ request }: Route.LoaderArgs) {
  const [path = ""] = appPath(request.url).split("?");
  const to = MOVED[path.replace(/\/+$/, "").toLowerCase()];
  if (!to) throw new Refused("home_not_found");
  return redirect(to, 301);
}
