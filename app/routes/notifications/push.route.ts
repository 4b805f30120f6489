import { href } from "react-router";
import {
  choosePushedKinds,
  choosePushManner,
  subscribeBrowser,
  unsubscribeBrowser,
} from "#app/features/push/commands.server.ts";
import { pushOffer } from "#app/features/push/queries.server.ts";
import { pushSchema } from "#app/features/push/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { reply, submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/push.route.ts";

const who = signedInOr(() => m.notification_settings_signed_out());

/** What a browser needs to subscribe. */
export function loader({ request }: Route.LoaderArgs) {
  return reply(request, who, async () => pushOffer());
}

/** Subscribes browsers, and takes the forms of the settings' page about them. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who,
    schema: pushSchema,
    onOtherPage: true,
    // A fault of a field is shown there.
    failedTitle: (reason) => (reason === "invalid" ? null : m.notification_settings_not_saved()),
    command: async (sent, viewer) => {
      if (sent.intent === "subscribe") await subscribeBrowser(request, viewer, sent);
      if (sent.intent === "unsubscribe") await unsubscribeBrowser(viewer, sent.endpoint);
      if (sent.intent === "kinds") await choosePushedKinds(viewer, sent);
      if (sent.intent === "manner") await choosePushManner(viewer, sent);
      if (sent.intent === "subscribe" || sent.intent === "unsubscribe") return {};
      const toast = { title: m.ui_success(), description: m.notification_settings_all_saved() };
      return { to: href("/notifications/settings"), toast };
    },
  });
}
