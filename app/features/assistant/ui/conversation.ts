import type { Reply } from "../rules.ts";

/** A message of the conversation with the concierge (A3.10): it never leaves the browser. */
export interface AssistantMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Of an answer: which one it is; and where it names a kind of gear, what was asked. */
  readonly reply?: Reply;
  readonly asked?: string;
  /** Of an answer: what the reader thought of it. */
  readonly feedback?: "up" | "down";
  /** Of a question: no answer to it could be had. */
  readonly failed?: boolean;
}

const KEY = "assistant";
/** The oldest are forgotten beyond this. */
const MAX_KEPT = 100;

/** Whose conversation it is: somebody's id, or "" for who is not signed in. */
export type Owner = string;

function isMessage(value: unknown): value is AssistantMessage {
  if (typeof value !== "object" || value === null) return false;
  const { id, role, content, timestamp } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    (role === "user" || role === "assistant") &&
    typeof content === "string" &&
    typeof timestamp === "number"
  );
}

/** What was kept of a conversation, if it is this person's; anything else is nothing. */
export function readConversation(kept: string | null, owner: Owner): readonly AssistantMessage[] {
  try {
    const { owner: whose, messages } = JSON.parse(kept ?? "null") as { owner?: unknown; messages?: unknown };
    return whose === owner && Array.isArray(messages) ? messages.filter(isMessage) : [];
  } catch {
    return [];
  }
}

export function writeConversation(messages: readonly AssistantMessage[], owner: Owner): string {
  return JSON.stringify({ owner, messages: messages.slice(-MAX_KEPT) });
}

/** The conversation of this tab. Where the browser keeps nothing it is as long as the panel is open. */
export function storedConversation(owner: Owner): readonly AssistantMessage[] {
  try {
    return readConversation(sessionStorage.getItem(KEY), owner);
  } catch {
    return [];
  }
}

export function storeConversation(messages: readonly AssistantMessage[], owner: Owner): void {
  try {
    sessionStorage.setItem(KEY, writeConversation(messages, owner));
  } catch {
    // Full, or forbidden: it is then just not kept.
  }
}

/** The question that is still to be answered. */
export function openQuestion(messages: readonly AssistantMessage[]): AssistantMessage | null {
  const last = messages.at(-1);
  return last?.role === "user" && !last.failed ? last : null;
}
