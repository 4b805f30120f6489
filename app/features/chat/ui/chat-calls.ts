import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import type { OpenChat } from "../view.ts";

/** Longer than any answer takes; then it is offered to be tried again. */
const PATIENCE_MS = 20_000;

/** @throws an Error whose message is a sentence for a person: the server's, or that it could not be reached */
async function call<Answer>(path: string, fields?: Record<string, string>): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: fields ? "POST" : "GET",
      body: fields && new URLSearchParams(fields),
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new Error(m.chat_unreachable());
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: unknown };
  throw new Error(typeof error === "string" ? error : m.chat_failed());
}

/** `base` is the address of the chat's endpoints in the page's language, so that refusals are in it too. */
export function openChat(base: string, listing: { type: string; id: string }): Promise<OpenChat> {
  return call(`${base}/rooms`, { listingType: listing.type, listingId: listing.id });
}

export async function fetchMessages(
  base: string,
  roomId: string,
  window: { after: number } | { before: number },
): Promise<readonly ChatMessage[]> {
  const query = new URLSearchParams(Object.entries(window).map(([name, seq]) => [name, String(seq)]));
  const { messages } = await call<{ messages: readonly ChatMessage[] }>(
    `${base}/rooms/${roomId}/messages?${query}`,
  );
  return messages;
}

export async function postMessage(
  base: string,
  roomId: string,
  sent: { clientId: string; message: string },
): Promise<ChatMessage> {
  const { message } = await call<{ message: ChatMessage }>(`${base}/rooms/${roomId}/messages`, sent);
  return message;
}

export async function postRead(base: string, roomId: string, seq: number): Promise<void> {
  await call(`${base}/rooms/${roomId}/read`, { seq: String(seq) });
}

export async function fetchUnread(base: string): Promise<number> {
  const { unread } = await call<{ unread: number }>(`${base}/unread`);
  return unread;
}
