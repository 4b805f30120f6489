import { isBlank } from "#app/domain/text-rules.ts";

/** How long the typing indicator is shown. */
export const TYPING_MS = 1000;
export const QUESTION_MAX = 500;

/** Null for an empty question. */
export function questionOf(typed: string): string | null {
  return isBlank(typed) ? null : [...typed.trim()].slice(0, QUESTION_MAX).join("");
}
