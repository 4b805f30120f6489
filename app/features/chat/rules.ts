import { MESSAGE_MAX } from "#app/domain/chat-message.ts";
import { isBlank, isWritable } from "#app/domain/text-rules.ts";

/** Trims a message, and replaces Windows line breaks. */
export function tidyMessage(text: string): string {
  return text.replaceAll("\r\n", "\n").trim();
}

/** The database has the same limit. */
export const PHOTOS_MAX = 6;

export type MessageFault = "blank" | "long" | "characters";

/** The fault of a trimmed message, or null. With pictures it may be empty. */
export function messageFault(text: string, photos = 0): MessageFault | null {
  if (isBlank(text) && (photos === 0 || text !== "")) return "blank";
  if (text.length > MESSAGE_MAX) return "long";
  return isWritable(text) ? null : "characters";
}
