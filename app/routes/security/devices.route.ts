import { href, redirect } from "react-router";
import { revokeSession } from "#app/features/accounts/security/sessions.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/devices.route.ts";

export const middleware = [signedIn];

/** /profile/security/devices: receives the forms of the device list in the Security tab. It has no page of its own. */
export function loader() {
  return redirect(href("/profile/security"));
}

/** Signs out one of the user's own browsers, by `id`. 404 for any other. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, ["id"]);
  if (!(await revokeSession(request, viewer, String(form?.get("id"))))) {
    throw new Refused("home_not_found");
  }
  return redirect(href("/profile/security"), {
    headers: flash(new Headers(), { kind: "success", title: m.security_device_gone() }),
  });
}
