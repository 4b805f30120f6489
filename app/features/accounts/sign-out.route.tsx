import { redirect } from "react-router";
import type { Route } from "./+types/sign-out.route.ts";
import { signOut } from "./commands.server.ts";

/** Signing out is a form that is sent; an address that somebody opens must not do it. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: Route.ActionArgs) {
  const headers = await signOut(request);
  // A form to sell something is for the signed-in: leaving it this way leads to the way back in (marketplace §2).
  const left = request.headers.get("referer");
  const path = left && URL.canParse(left) ? new URL(left).pathname : "/";
  return redirect(/\/sell\/(?!individual$|business$)[^/]+$|\/edit$/.test(path) ? "/auth" : "/", { headers });
}
