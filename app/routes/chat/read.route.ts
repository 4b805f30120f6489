import { chatViewer, roomIdOf } from "#app/features/chat/queries.server.ts";
import { readSchema } from "#app/features/chat/schema.ts";
import { markRoomRead } from "#app/features/rooms/commands.server.ts";
import { postOnly } from "#app/platform/form.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/read.route.ts";

export const loader = postOnly;

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: chatViewer,
    schema: readSchema,
    coerces: false,
    command: async ({ seq }, viewer) => {
      await markRoomRead(viewer, roomIdOf(params), seq);
      return {};
    },
  });
}
