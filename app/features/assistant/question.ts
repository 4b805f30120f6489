import { isBlank } from "#app/domain/text-rules.ts";

/** How long the concierge is seen typing, in milliseconds (A9.9). */
export const TYPING_MS = 1000;
/** The longest question, in characters. */
export const QUESTION_MAX = 500;

/** What is sent of what was typed; null where that is nothing (A5.12). */
export function questionOf(typed: string): string | null {
  return isBlank(typed) ? null : [...typed.trim()].slice(0, QUESTION_MAX).join("");
}
