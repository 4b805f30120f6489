import { isId } from "#app/domain/ids.ts";
import { dealPanelOf } from "#app/features/chat/deal-panel.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/room.route.ts";

export const middleware = [signedIn];

/** The deal of a conversation and what the viewer can do about it, as JSON for the script of the chat. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  if (!isId(params.roomId)) throw new Refused("chat_room_gone");
  return dealPanelOf(viewer, params.roomId.toLowerCase());
}
