import { href, redirect } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { appPath } from "#app/platform/locale.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import type { Route } from "./+types/redirects.route";

/** Other addresses of the selling pages, in lower case (decision 0006). */
const MOVED: Readonly<Record<string, string>> = {
  "/sell/new": href("/sell"),
  "/sellbusiness": href("/sell/business"),
};

export function loader({ request }: Route.LoaderArgs) {
  const [path = ""] = appPath(request.url).split("?");
  const to = MOVED[path.replace(/\/+$/, "").toLowerCase()];
  if (!to) throw problem(404, { message: m.home_not_found() });
  return redirect(to, 301);
}
