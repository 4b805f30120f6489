import { answer } from "#app/features/notifications/answers.server.ts";
import { notices } from "#app/features/notifications/queries.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/list.route.ts";

export async function loader({ request }: Route.LoaderArgs) {
  return answer(await viewerOf(request), (viewer) => notices(viewer));
}
