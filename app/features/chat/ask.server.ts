import type { ChatMessage } from "#app/domain/chat-message.ts";
import type { ListingKey } from "#app/domain/listing.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { saveRequest } from "#app/features/deals/cart-requests.server.ts";
import { warnSender } from "#app/features/deals/first-messages.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import type { MessageInput } from "#app/features/rooms/messages.server.ts";
import { roomOfMessage } from "./queries.server.ts";

/** A message as its sender wrote it. */
interface WrittenMessage extends MessageInput {
  /** Whether the sender was told what is dangerous about it, and sends it anyway. */
  readonly isRiskConfirmed: boolean;
}

/**
 * Sends a message that a person wrote.
 * @throws Refused "risk_unconfirmed" (`warnSender`), and as `sendMessage`
 */
export async function writeMessage(
  viewer: Viewer,
  roomId: string,
  { isRiskConfirmed, ...message }: WrittenMessage,
): Promise<ChatMessage> {
  if (!isRiskConfirmed) await warnSender(viewer, roomId, message.message);
  return sendMessage(viewer, roomId, message);
}

/**
 * Sends one message about these items of a seller, in the room of the first (decision 0046). The seller's form for a deal
 * preselects them.
 * @returns the id of the room
 * @throws as `openRoom` and `writeMessage`
 */
export async function askAbout(
  viewer: Viewer,
  [about, ...others]: readonly [ListingKey, ...ListingKey[]],
  message: WrittenMessage,
): Promise<string> {
  // If it is sent again after a lost answer, another item may be the first one by now.
  const earlier = await roomOfMessage(viewer.id, message.clientId);
  const room = earlier ?? (await openRoom(viewer, about));
  await writeMessage(viewer, room, message);
  await saveRequest(viewer, room, [about, ...others]);
  return room;
}
