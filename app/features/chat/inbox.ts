import type { ChatMessage } from "#app/domain/chat-message.ts";
import { m } from "#app/paraglide/messages.js";
import type { ChatSummary, InboxPage } from "./view.ts";

export interface Inbox {
  /** The latest first. */
  readonly rows: readonly InboxRow[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** A row of the list, and the number of the user's last event that it includes. */
export interface InboxRow {
  readonly room: ChatSummary;
  readonly after: number;
}

export function inboxOf(page: InboxPage): Inbox {
  return { rows: rowsOf(page), next: page.next };
}

export function withNext(inbox: Inbox, page: InboxPage): Inbox {
  return { rows: merged(inbox.rows, rowsOf(page)), next: page.next };
}

/** Merges a newly fetched first page into the list, or replaces the list if rooms may be missing between the two. */
export function withLatest(inbox: Inbox, page: InboxPage): Inbox {
  const [top, bottom] = [inbox.rows[0]?.room.at, page.rooms.at(-1)?.at];
  const apart = page.next !== null && (top === undefined || bottom === undefined || bottom > top);
  if (apart) return inboxOf(page);
  return { rows: merged(inbox.rows, rowsOf(page)), next: inbox.next };
}

/** Applies the message of event number `event`: the message's room becomes the first row. */
export function withMessage(
  inbox: Inbox,
  event: number,
  roomId: string,
  message: ChatMessage,
  unread: number,
): Inbox {
  return changed(inbox, event, roomId, (room) => ({
    ...room,
    last: { message: previewText(message.message, message.offer !== undefined), mine: message.mine },
    at: message.createdAt,
    unread,
  }));
}

/** Applies the unread count of a room, as of event number `event`. */
export function withUnread(inbox: Inbox, event: number, roomId: string, unread: number): Inbox {
  return changed(inbox, event, roomId, (room) => ({ ...room, unread }));
}

/** In these rooms, replaces the other user, who was deleted, with `nobody`. */
export function withLeft(
  inbox: Inbox,
  event: number,
  roomIds: readonly string[],
  nobody: ChatSummary["other"],
): Inbox {
  return roomIds.reduce(
    (some, roomId) => changed(some, event, roomId, (room) => ({ ...room, other: nobody })),
    inbox,
  );
}

function changed(
  inbox: Inbox,
  event: number,
  roomId: string,
  change: (room: ChatSummary) => ChatSummary,
): Inbox {
  const row = inbox.rows.find(({ room }) => room.id === roomId);
  if (!row || event <= row.after) return inbox;
  return { rows: merged(inbox.rows, [{ room: change(row.room), after: event }]), next: inbox.next };
}

function rowsOf({ rooms, page }: InboxPage): readonly InboxRow[] {
  return rooms.map((room) => ({ room, after: page.after }));
}

/** Of two rows of the same room, the more recent one remains. */
function merged(shown: readonly InboxRow[], more: readonly InboxRow[]): readonly InboxRow[] {
  const rows = new Map(shown.map((row) => [row.room.id, row]));
  for (const row of more) {
    const before = rows.get(row.room.id);
    if (!before || before.after <= row.after) rows.set(row.room.id, row);
  }
  return [...rows.values()].sort(({ room: a }, { room: b }) => compared(b.at, a.at) || compared(b.id, a.id));
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * A message as text, for a preview. A message without a text is an offer without a note, or has only photos.
 * @param message null when moderators hid it
 */
export function previewText(message: string | null, isOffer: boolean): string {
  if (message === null) return m.chat_message_hidden();
  return message || (isOffer ? m.offer_title() : m.chat_photo());
}
