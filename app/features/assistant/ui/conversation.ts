import type { Reply } from "../rules.ts";

export type Feedback = "up" | "down";

/** The conversation is stored only in the browser. */
export interface AssistantMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Only of an answer. */
  readonly reply?: Reply;
  /** Only of an answer about gear: the question for which listings are suggested. */
  readonly question?: string;
  /** Only of an answer. */
  readonly feedback?: Feedback;
  /** Whether a question could not be answered. */
  readonly failed?: boolean;
}

const KEY = "assistant";
/** Older messages are dropped. */
const MAX_STORED = 100;

/** A user id, or "" for a visitor. */
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

/** Empty if the stored conversation is invalid, or another person's. */
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

/** Empty if the browser allows no storage. */
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
