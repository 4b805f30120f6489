import { latestRooms } from "#app/features/chat/inbox.server.ts";
import { chatViewer } from "#app/features/chat/queries.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/recent.route.ts";

const RECENT = 20;

/** The latest conversations, for the notifications panel. */
export function loader({ request }: Route.LoaderArgs) {
  return reply(request, chatViewer, async (viewer) => ({ rooms: await latestRooms(viewer, RECENT) }));
}
