import { answer } from "#app/features/chat/answer.server.ts";
import { latestRooms } from "#app/features/chat/inbox.server.ts";
import type { Route } from "./+types/recent.route.ts";

const RECENT = 20;

/** The latest conversations, for the notifications panel. */
export function loader({ request }: Route.LoaderArgs) {
  return answer(request, async (viewer) => ({ rooms: await latestRooms(viewer, RECENT) }));
}
