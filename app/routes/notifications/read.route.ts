import { markNotificationsRead } from "#app/features/notifications/commands.server.ts";
import { markReadSchema } from "#app/features/notifications/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/read.route.ts";

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(() => m.notices_sign_in()),
    schema: markReadSchema,
    coerces: false,
    command: async (mark, viewer) => {
      await markNotificationsRead(viewer, mark);
      return {};
    },
  });
}

export const loader = postOnly;
