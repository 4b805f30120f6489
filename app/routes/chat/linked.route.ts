import { chatViewer, linkedCards } from "#app/features/chat/queries.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/linked.route.ts";

/** GET /chat/linked?listing=rackets/{id}&listing=…: the listings that a message links to, for its cards. */
export function loader({ request }: Route.LoaderArgs) {
  return reply(request, chatViewer, async () => ({
    listings: await linkedCards(new URL(request.url).searchParams.getAll("listing")),
  }));
}
