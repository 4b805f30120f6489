import { href, redirect } from "react-router";
import { SCOPES, signOut } from "#app/features/accounts/security/sessions.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import type { Route } from "./+types/sign-out.route.ts";

/** Signing out needs a submitted form; opening a URL must not sign out. */
export function loader() {
  return redirect(href("/"));
}

/** Ends the sessions in `scope`, by default this one. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request, ["scope"]);
  const scope = SCOPES.find((one) => one === form?.get("scope")) ?? "local";
  const headers = await signOut(request, scope);
  if (scope === "others") {
    return redirect(href("/profile/security"), {
      headers: flash(headers, { kind: "success", title: m.security_others_gone() }),
    });
  }
  // A sell form needs a signed-in user, so signing out there leads to the sign-in page.
  const left = request.headers.get("referer");
  const path = left && URL.canParse(left) ? new URL(left).pathname : "/";
  return redirect(/\/sell\/(?!individual$|business$)[^/]+$|\/edit$/.test(path) ? href("/auth") : "/", {
    headers,
  });
}
