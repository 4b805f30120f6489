import type { Reply } from "../rules.ts";

/** A message of the conversation with the concierge (A3.10): it never leaves the browser. */
export interface AssistantMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** For an answer: its kind. */
  readonly reply?: Reply;
  /** For an answer about gear: the question, for which listings are suggested. */
  readonly question?: string;
  /** For an answer: the reader's rating. */
  readonly feedback?: "up" | "down";
  /** For a question: it could not be answered. */
  readonly failed?: boolean;
}

const KEY = "assistant";
/** Older messages are dropped. */
const MAX_STORED = 100;

/** Whose conversation it is: a user id, or "" for a visitor. */
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

/** Parses a stored conversation; empty when it is invalid or another person's. */
export function readConversation(stored: string | null, owner: Owner): readonly AssistantMessage[] {
  try {
    const { owner: whose, messages } = JSON.parse(stored ?? "null") as {
      owner?: unknown;
      messages?: unknown;
    };
    return whose === owner && Array.isArray(messages) ? messages.filter(isMessage) : [];
  } catch {
    return [];
  }
}

export function writeConversation(messages: readonly AssistantMessage[], owner: Owner): string {
  return JSON.stringify({ owner, messages: messages.slice(-MAX_STORED) });
}

/** The conversation of this tab. Without storage it lasts as long as the panel is open. */
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
    // Storage is full or forbidden: the conversation is not stored.
  }
}

/** The last message, if it is a question that waits for its answer; else null. */
export function openQuestion(messages: readonly AssistantMessage[]): AssistantMessage | null {
  const last = messages.at(-1);
  return last?.role === "user" && !last.failed ? last : null;
}
