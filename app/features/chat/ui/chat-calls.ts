import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import { call } from "#app/ui/call.ts";
import type { Unsent } from "../thread.ts";
import type { InboxPage, OpenChat } from "../view.ts";

/**
 * Opens the viewer's conversation about a listing.
 * @param base the path of the chat's endpoints with the page's language, so that error messages are in this language
 */
export function openChat(base: string, listing: { type: string; id: string }): Promise<OpenChat> {
  return call(`${base}/rooms`, new URLSearchParams({ listingType: listing.type, listingId: listing.id }));
}

export async function fetchMessages(
  base: string,
  roomId: string,
  window: { after: number } | { before: number },
): Promise<{ messages: readonly ChatMessage[]; seen: number }> {
  const query = new URLSearchParams(Object.entries(window).map(([name, seq]) => [name, String(seq)]));
  return call(`${base}/rooms/${roomId}/messages?${query}`);
}

export function postMessage(
  base: string,
  roomId: string,
  sent: Pick<Unsent, "clientId" | "message" | "photos" | "isRiskConfirmed">,
): Promise<ChatMessage> {
  const { clientId, photos = [] } = sent;
  const fields = new URLSearchParams({ clientId, message: sent.message });
  if (photos.length > 0) fields.set("photos", photos.map(({ id }) => id).join());
  if (sent.isRiskConfirmed) fields.set("risk_confirmed", "on");
  const path = `${base}/rooms/${roomId}/messages`;
  return call<ChatMessage>(path, fields, { unreachable: m.chat_sends_itself });
}

export async function postRead(base: string, roomId: string, seq: number): Promise<void> {
  await call(`${base}/rooms/${roomId}/read`, new URLSearchParams({ seq: String(seq) }));
}

export async function postTyping(base: string, roomId: string, signal: AbortSignal): Promise<void> {
  await call(`${base}/rooms/${roomId}/typing`, new URLSearchParams(), { signal });
}

export async function postBlock(base: string, roomId: string, intent: "block" | "unblock"): Promise<void> {
  await call(`${base}/rooms/${roomId}/block`, new URLSearchParams({ intent }));
}

export type UnreadCounts = { readonly unread: number; readonly unreadChats: number };

export function fetchUnread(base: string): Promise<UnreadCounts> {
  return call(`${base}/unread`);
}

export function fetchInbox(base: string, address: { q: string; before: string }): Promise<InboxPage> {
  return call(`${base}/rooms?${new URLSearchParams(address)}`);
}
