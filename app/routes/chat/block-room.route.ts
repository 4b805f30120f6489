import { chatViewer, roomIdOf } from "#app/features/chat/queries.server.ts";
import { blockSchema } from "#app/features/chat/schema.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { postOnly } from "#app/platform/form.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/block-room.route.ts";

export const loader = postOnly;

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: chatViewer,
    schema: blockSchema,
    command: async ({ intent }, viewer) => {
      await setBlockedIn(viewer, roomIdOf(params), intent === "block");
      return {};
    },
  });
}
