import { chatViewer } from "#app/features/chat/queries.server.ts";
import { leaveSessionEnd } from "#app/platform/request-context.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import { unreadCountsOf } from "#app/platform/unread.server.ts";
import type { Route } from "./+types/unread.route.ts";

/** The number at the bell, and how many of it are unread conversations. */
export function loader({ request }: Route.LoaderArgs) {
  // Hidden tabs ask every half minute.
  leaveSessionEnd();
  return reply(request, chatViewer, ({ id }) => unreadCountsOf(id));
}
