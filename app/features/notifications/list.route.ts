import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/list.route.ts";
import { answer } from "./answers.server.ts";
import { notices } from "./queries.server.ts";

/** The newest notices, for the panel. */
export async function loader({ request }: Route.LoaderArgs) {
  return answer(await viewerOf(request), (viewer) => notices(viewer));
}
