import { href, redirect } from "react-router";
import { z } from "zod";
import { requestOwnReset } from "#app/features/accounts/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/reset-email.route.ts";

export const middleware = [signedIn];

/** /profile/security/reset-email: receives the form of the reset card in the Security tab. It has no page itself. */
export function loader() {
  return redirect(href("/profile/security"));
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: z.object({}),
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    failed: m.security_reset_failed,
    command: async (_, { email }) => {
      if (!email.includes("@")) throw new Refused("invalid", { fault: m.security_reset_no_address() });
      await requestOwnReset(request, email);
      const toast = { title: m.ui_success(), description: m.auth_forgot_sent() };
      return { to: href("/profile/security"), toast };
    },
  });
}
