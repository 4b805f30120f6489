import { sql } from "kysely";
import { offPlatform } from "#app/domain/off-platform.ts";
import { isEarly } from "#app/features/deals/first-messages.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { SignalCursor } from "./cursors.server.ts";
import type { SignalToRaise } from "./raise.server.ts";
import { ALIKE_HOURS, type FirstMessage, isMassMessage } from "./rules.ts";
import type { Thresholds } from "./settings.server.ts";

export interface EarlyMessage {
  readonly id: string;
  readonly at: string;
  readonly seq: number;
  readonly sender_id: string;
  readonly message: string;
  /** Whether the buyer started the conversation with this message. */
  readonly begins: boolean;
}

/**
 * The first messages of conversations without a deal that were written after the last checked row, oldest first.
 * @param firsts how many messages of a conversation are the first
 */
export async function messagesAfter(
  cursor: Pick<SignalCursor, "id">,
  until: string,
  most: number,
  firsts: number,
): Promise<EarlyMessage[]> {
  const { rows } = await sql<EarlyMessage>`
    select message.id, message.created_at::text as at, message.seq, sender_id, message.message, message.seq = 1 and sender_id = buyer_id as begins
    from chat_messages as message join chat_rooms on chat_rooms.id = chat_room_id
    where message.id > ${cursor.id}::uuid and message.id < ${until}::uuid
      and ${isEarly(sql`message.seq`, sql`chat_room_id`, firsts)}
      and sender_id is not null and hidden is null and message.message <> ''
    order by message.id limit ${most}
  `.execute(db());
  return rows;
}

export async function signalsInMessages(
  rows: readonly EarlyMessage[],
  thresholds: Thresholds,
): Promise<SignalToRaise[]> {
  const leading = rows.flatMap(({ id, seq, message }): SignalToRaise[] => {
    const signal = offPlatform(message);
    return signal && seq <= (thresholds[signal] ?? 0) ? [{ signal, kind: "message", id }] : [];
  });
  const strangers = thresholds.alike_messages;
  if (strangers === null) return leading;
  const bySender = Map.groupBy(
    rows.filter(({ begins }) => begins),
    ({ sender_id }) => sender_id,
  );
  const mass: SignalToRaise[] = [];
  for (const [sender, begun] of bySender) {
    const firsts = await firstMessagesOf(sender);
    // The last of them: an ordinary message may follow the advertisement.
    const last = begun.findLast(({ message }) => isMassMessage(message, firsts, strangers));
    if (last) mass.push({ signal: "alike_messages", kind: "message", id: last.id });
  }
  return [...leading, ...mass];
}

const FIRSTS_MAX = 200;

/** The messages with which a person recently started conversations. */
async function firstMessagesOf(personId: string): Promise<FirstMessage[]> {
  const { rows } = await sql<FirstMessage>`
    select seller_id as "to", message as text
    from chat_rooms join chat_messages on chat_room_id = chat_rooms.id and chat_messages.seq = 1
    where buyer_id = ${personId} and sender_id = ${personId} and seller_id is not null
      and coalesce(last_message_at, chat_rooms.created_at) > now() - make_interval(hours => ${ALIKE_HOURS})
      and chat_messages.created_at > now() - make_interval(hours => ${ALIKE_HOURS})
    order by coalesce(last_message_at, chat_rooms.created_at) desc limit ${FIRSTS_MAX}
  `.execute(db());
  return rows;
}
