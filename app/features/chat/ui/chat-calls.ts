import type { ChatMessage, ChatPhoto } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import type { InboxPage, OpenChat } from "../view.ts";

/** Longer than any answer takes; then it is offered to be tried again. */
const PATIENCE_MS = 20_000;

/** What was asked may have been done or not: no answer came that settles it. */
export class Unanswered extends Error {}

/**
 * @throws an Error whose message is a sentence for a person: what the server says, or `Unanswered` where it could not be
 * reached, its answer was cut off, or it is not able to answer just now
 */
async function call<Answer>(
  path: string,
  fields?: Record<string, string>,
  unreachable = m.chat_unreachable,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    text = await response.text();
  } catch {
    throw new Unanswered(unreachable());
  }
  const answer = parsed(text);
  if (response.ok && answer !== null) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: unknown };
  const why = typeof error === "string" ? error : m.chat_failed();
  throw response.status < 400 || response.status >= 500 ? new Unanswered(why) : new Error(why);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `base` is the address of the chat's endpoints in the page's language, so that refusals are in it too. */
export function openChat(base: string, listing: { type: string; id: string }): Promise<OpenChat> {
  return call(`${base}/rooms`, { listingType: listing.type, listingId: listing.id });
}

export async function fetchMessages(
  base: string,
  roomId: string,
  window: { after: number } | { before: number },
): Promise<{ messages: readonly ChatMessage[]; seen: number }> {
  const query = new URLSearchParams(Object.entries(window).map(([name, seq]) => [name, String(seq)]));
  return call(`${base}/rooms/${roomId}/messages?${query}`);
}

export async function postMessage(
  base: string,
  roomId: string,
  sent: { clientId: string; message: string; photos?: readonly ChatPhoto[] },
): Promise<ChatMessage> {
  const { clientId, photos = [] } = sent;
  const fields = {
    clientId,
    message: sent.message,
    ...(photos.length > 0 && { photos: photos.map(({ id }) => id).join() }),
  };
  const path = `${base}/rooms/${roomId}/messages`;
  const { message } = await call<{ message: ChatMessage }>(path, fields, m.chat_sends_itself);
  return message;
}

export async function postRead(base: string, roomId: string, seq: number): Promise<void> {
  await call(`${base}/rooms/${roomId}/read`, { seq: String(seq) });
}

export async function postTyping(base: string, roomId: string): Promise<void> {
  await call(`${base}/rooms/${roomId}/typing`, {});
}

export async function postBlock(base: string, roomId: string, intent: "block" | "unblock"): Promise<void> {
  await call(`${base}/rooms/${roomId}/block`, { intent });
}

export async function fetchUnread(base: string): Promise<number> {
  const { unread } = await call<{ unread: number }>(`${base}/unread`);
  return unread;
}

export function fetchInbox(base: string, address: { q: string; before: string }): Promise<InboxPage> {
  return call(`${base}/rooms?${new URLSearchParams(address)}`);
}
