import { z } from "zod";
import { chatViewer, roomIdOf } from "#app/features/chat/queries.server.ts";
import { publishTyping } from "#app/features/rooms/commands.server.ts";
import { postOnly } from "#app/platform/form.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/typing.route.ts";

export const loader = postOnly;

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: chatViewer,
    // The URL has all data.
    schema: z.object({}),
    command: async (_, viewer) => {
      await publishTyping(viewer, roomIdOf(params), request.signal);
      return {};
    },
  });
}
