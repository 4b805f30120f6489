import { isBlank } from "#app/domain/text-rules.ts";

/** How long the typing indicator is shown, in milliseconds (A9.9). */
export const TYPING_MS = 1000;
/** The longest question, in characters. */
export const QUESTION_MAX = 500;

/** The question as it is sent; null when it is empty (A5.12). */
export function questionOf(typed: string): string | null {
  return isBlank(typed) ? null : [...typed.trim()].slice(0, QUESTION_MAX).join("");
}
