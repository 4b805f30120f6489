import type { Route } from "./+types/unread.route.ts";
import { answer } from "./answer.server.ts";
import { unreadRooms } from "./queries.server.ts";

/** How many rooms hold something unread, for the bell. */
export function loader({ request }: Route.LoaderArgs) {
  return answer(request, async (viewer) => ({ unread: await unreadRooms(viewer.id) }));
}
