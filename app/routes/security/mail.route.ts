import { href, redirect } from "react-router";
import { setMailPreference } from "#app/features/accounts/mail-preferences.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { requireConfirmed, requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/mail.route.ts";

/** /profile/security/mail: receives the form about account mails in the Security tab. It has no page of its own. */
export function loader() {
  return redirect(href("/profile/security"));
}

export async function action({ request }: Route.ActionArgs) {
  const viewer = await requireViewer(request);
  const wanted = (await readForm(request, ["wanted"]))?.get("wanted");
  if (wanted !== "yes" && wanted !== "no") return redirect(href("/profile/security"));
  // An intruder in a stolen session would turn the mails about the account off first.
  if (wanted === "no") await requireConfirmed(request);
  await setMailPreference({ userId: viewer.id, topic: "account" }, wanted === "yes");
  const message = { kind: "success", title: m.ui_success(), description: m.security_mail_changed() } as const;
  return redirect(href("/profile/security"), { headers: flash(new Headers(), message) });
}
