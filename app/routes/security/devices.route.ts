import { href, redirect } from "react-router";
import { z } from "zod";
import { revokeSession } from "#app/features/accounts/security/sessions.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/devices.route.ts";

export const middleware = [signedIn];

/** /profile/security/devices: receives the forms of the device list in the Security tab. It has no page of its own. */
export function loader() {
  return redirect(href("/profile/security"));
}

const schema = z.object({ id: z.string().default("") });

/** Signs out one of the user's own browsers, by `id`. 404 for any other. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async ({ id }, viewer) => {
      if (!(await revokeSession(request, viewer, id))) throw new Refused("home_not_found");
      return { to: href("/profile/security"), toast: { title: m.security_device_gone() } };
    },
  });
}
