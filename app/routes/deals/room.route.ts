import { isId } from "#app/domain/ids.ts";
import { dealPanelOf } from "#app/features/deals/panel.server.ts";
import { m } from "#app/paraglide/messages.js";
import { problem } from "#app/platform/problem.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/room.route.ts";

/** The deal of a room, for our script. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  if (!isId(params.roomId)) throw problem(404, { message: m.chat_room_gone() });
  return dealPanelOf(viewer, params.roomId.toLowerCase());
}
