import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import type { ConciergeReply } from "../rules.ts";

export type Feedback = "up" | "down";

/** The conversation is stored only in the browser. */
export interface AssistantMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Only of an answer. */
  readonly reply?: ConciergeReply;
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

/** How long the typing indicator is shown. */
export const TYPING_MS = 1000;
export const QUESTION_MAX = 500;

/** Null for an empty question. */
export function askedQuestion(typed: string): string | null {
  return isBlank(typed) ? null : [...typed.trim()].slice(0, QUESTION_MAX).join("");
}

const TEXTS: Readonly<Record<ConciergeReply, () => string>> = {
  choosing: m.assistant_reply_choosing,
  tension: m.assistant_reply_tension,
  beginner: m.assistant_reply_beginner,
  preferences: m.assistant_reply_preferences,
  search: m.assistant_reply_search,
  rephrase: m.assistant_reply_rephrase,
};

/** The text of a reply, in the language of the page. */
export function replyText(reply: ConciergeReply): string {
  return TEXTS[reply]();
}
