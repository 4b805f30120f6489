import { writeMessage } from "#app/features/chat/ask.server.ts";
import { chatViewer, messages, roomIdOf, seenUpTo } from "#app/features/chat/queries.server.ts";
import { messageRangeSchema, sendSchema } from "#app/features/chat/schema.ts";
import { reply, submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/messages.route.ts";

/** The messages of a room: those `?after=`, `?before=` or `?around=` the number of a message, else the latest. */
export function loader({ request, params }: Route.LoaderArgs) {
  return reply(request, chatViewer, async (viewer) => {
    const range = messageRangeSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const roomId = roomIdOf(params);
    const rows = await messages(viewer, roomId, range);
    return { messages: rows, seen: await seenUpTo(viewer, roomId) };
  });
}

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: chatViewer,
    schema: sendSchema,
    coerces: false,
    command: async (sent, viewer) => ({ value: await writeMessage(viewer, roomIdOf(params), sent) }),
  });
}
