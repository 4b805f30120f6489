import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { saveRequest } from "#app/features/deals/cart-requests.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import type { MessageInput } from "#app/features/rooms/messages.server.ts";
import { roomOfMessage } from "./queries.server.ts";

/**
 * Sends one message about these items of a seller, in the room of the first (decision 0046). The seller's form for a deal
 * preselects them.
 * @returns the id of the room
 * @throws as `openRoom` and `sendMessage`
 */
export async function askAbout(
  viewer: Viewer,
  [about, ...others]: readonly [ListingKey, ...ListingKey[]],
  message: MessageInput,
): Promise<string> {
  // If it is sent again after a lost answer, another item may be the first one by now.
  const earlier = await roomOfMessage(viewer.id, message.clientId);
  const room = earlier ?? (await openRoom(viewer, about));
  await sendMessage(viewer, room, message);
  await saveRequest(viewer, room, [about, ...others]);
  return room;
}
