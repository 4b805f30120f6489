import { href, redirect } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { requestOwnReset } from "#app/features/accounts/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { type Flash, flash } from "#app/platform/flash.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/reset-email.route.ts";

export const middleware = [signedIn];

/** /profile/security/reset-email: receives the form of the reset card in the Security tab. It has no page itself. */
export function loader() {
  return redirect(href("/profile/security"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  return redirect(href("/profile/security"), { headers: flash(new Headers(), await sent(request, viewer)) });
}

/** Sends the mail, and reports the result in the specification's words. */
async function sent(request: Request, { email }: Viewer): Promise<Flash> {
  const failed = (description: string): Flash => ({ kind: "error", title: m.ui_error(), description });
  if (!email.includes("@")) return failed(m.security_reset_no_address());
  try {
    const outcome = await orRefused(requestOwnReset(request, email));
    if (outcome.kind === "refused") return failed(outcome.message);
    return { kind: "success", title: m.ui_success(), description: m.auth_forgot_sent() };
  } catch (error) {
    logger.error({ err: error }, "the mail with a link to a new password could not be sent");
    return failed(m.security_reset_failed());
  }
}
