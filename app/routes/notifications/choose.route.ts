import { submitSettings } from "#app/features/notifications/settings.server.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/choose.route.ts";

/** Saves one setting as soon as it is changed. */
export function action({ request }: Route.ActionArgs) {
  return submitSettings(
    request,
    signedInOr(() => m.notification_settings_signed_out()),
  );
}

export const loader = postOnly;
