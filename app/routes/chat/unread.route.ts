import { chatViewer } from "#app/features/chat/queries.server.ts";
import { leaveSessionEnd } from "#app/platform/request-context.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import { unreadChatsOf, unreadOf } from "#app/platform/unread.server.ts";
import type { Route } from "./+types/unread.route.ts";

/** The number at the bell, and how many of it are unread conversations. */
export function loader({ request }: Route.LoaderArgs) {
  // Hidden tabs ask every half minute.
  leaveSessionEnd();
  return reply(request, chatViewer, async ({ id }) => {
    const [unread, chats] = await Promise.all([unreadOf([id]), unreadChatsOf([id])]);
    return { unread: unread.get(id) ?? 0, unreadChats: chats.get(id) ?? 0 };
  });
}
