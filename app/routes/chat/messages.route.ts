import { answer, formOf, roomIdOf } from "#app/features/chat/answer.server.ts";
import { sendMessage } from "#app/features/chat/commands.server.ts";
import { messages, seenUpTo } from "#app/features/chat/queries.server.ts";
import { messageRangeSchema, sendSchema } from "#app/features/chat/schema.ts";
import type { Route } from "./+types/messages.route.ts";

/** The messages of a room: those `?after=`, `?before=` or `?around=` the number of a message, else the latest. */
export function loader({ request, params }: Route.LoaderArgs) {
  return answer(request, async (viewer) => {
    const range = messageRangeSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const roomId = roomIdOf(params);
    const found = await messages(viewer, roomId, range);
    return { messages: found, seen: await seenUpTo(viewer, roomId) };
  });
}

export function action({ request, params }: Route.ActionArgs) {
  return answer(request, async (viewer) => {
    const sent = await formOf(request, sendSchema);
    return { message: await sendMessage(viewer, roomIdOf(params), sent) };
  });
}
