import { href, redirect } from "react-router";
import { z } from "zod";
import { setMailPreference } from "#app/features/accounts/mail-preferences.server.ts";
import { m } from "#app/paraglide/messages.js";
import { requireConfirmed, requireViewer } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/mail.route.ts";

/** /profile/security/mail: receives the form about account mails in the Security tab. It has no page of its own. */
export function loader() {
  return redirect(href("/profile/security"));
}

const schema = z.object({ wanted: z.enum(["yes", "no"]) });

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: requireViewer,
    schema,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async ({ wanted }, { id: userId }) => {
      // An intruder in a stolen session would turn the mails about the account off first.
      if (wanted === "no") await requireConfirmed(request);
      await setMailPreference({ userId, topic: "account" }, wanted === "yes");
      const toast = { title: m.ui_success(), description: m.security_mail_changed() };
      return { to: href("/profile/security"), toast };
    },
  });
}
