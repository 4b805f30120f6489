import type { Route } from "./+types/messages.route.ts";
import { answer, formOf, roomIdOf } from "./answer.server.ts";
import { sendMessage } from "./commands.server.ts";
import { messages, seenUpTo } from "./queries.server.ts";
import { sendSchema, windowSchema } from "./schema.ts";

/** `?after=` or `?before=` a number, else the latest. */
export function loader({ request, params }: Route.LoaderArgs) {
  return answer(request, async (viewer) => {
    const window = windowSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
    const roomId = roomIdOf(params);
    const found = await messages(viewer, roomId, window);
    return { messages: found, seen: await seenUpTo(viewer, roomId) };
  });
}

/** Sends a message. */
export function action({ request, params }: Route.ActionArgs) {
  return answer(request, async (viewer) => {
    const sent = await formOf(request, sendSchema);
    return { message: await sendMessage(viewer, roomIdOf(params), sent) };
  });
}
