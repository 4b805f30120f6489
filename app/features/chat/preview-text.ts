import { m } from "#app/paraglide/messages.js";

/**
 * A message as text, for a preview. A message without a text is an offer without a note, or has only photos.
 * @param message null when moderators hid it
 */
export function previewText(message: string | null, isOffer: boolean): string {
  if (message === null) return m.chat_message_hidden();
  return message || (isOffer ? m.offer_title() : m.chat_photo());
}
