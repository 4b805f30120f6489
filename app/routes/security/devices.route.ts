import { href, redirect } from "react-router";
import { revokeSession } from "#app/features/accounts/security/sessions.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/devices.route.ts";

/** /profile/security/devices: receives the forms of the tab's list; it has no page. */
export function loader() {
  return redirect(href("/profile/security"));
}

/** Signs out one of the user's own browsers, by `id`. 404 for any other. */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await requireViewer(request);
  const form = await readForm(request, ["id"]);
  if (!(await revokeSession(request, viewer, String(form?.get("id"))))) {
    throw new Response(null, { status: 404 });
  }
  return redirect(href("/profile/security"), {
    headers: flash(new Headers(), { kind: "success", title: m.security_device_gone() }),
  });
}
