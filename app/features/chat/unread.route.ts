import { unreadOf } from "#app/platform/unread.server.ts";
import type { Route } from "./+types/unread.route.ts";
import { answer } from "./answer.server.ts";

/** What the bell counts (account-shell-home §7 chat_notifications). */
export function loader({ request }: Route.LoaderArgs) {
  return answer(request, async ({ id }) => ({ unread: (await unreadOf([id])).get(id) ?? 0 }));
}
