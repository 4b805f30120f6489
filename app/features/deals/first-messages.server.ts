import { type RawBuilder, sql } from "kysely";
import { FIRST_MESSAGES, riskIn, type SenderRisk } from "#app/domain/off-platform.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** SQL: whether the message with this number is one of the first of a room without a deal: the two may be strangers. */
export function isEarly(
  seq: RawBuilder<unknown>,
  room: RawBuilder<unknown>,
  firsts = FIRST_MESSAGES,
): RawBuilder<boolean> {
  return sql<boolean>`(${seq} <= ${sql.lit(firsts)} and not exists (select from deals where room_id = ${room}))`;
}

const RISK_TEXTS: Readonly<Record<SenderRisk, () => string>> = {
  payment: () => m.risk_payment(),
  contact: () => m.risk_contact(),
  link: () => m.risk_link(),
};

/**
 * Has the sender of one of the first messages confirm that it shall have a phone number, a link or a bank account, after
 * saying why that is dangerous.
 * @throws Refused "risk_unconfirmed", "too_often"
 */
export async function warnSender(viewer: Viewer, roomId: string, text: string): Promise<void> {
  const risk = riskIn(text, new URL(env().baseUrl).hostname);
  if (risk === null) return;
  const { rows } = await sql`
    select from chat_rooms
    where id = ${roomId} and ${viewer.id}::uuid in (seller_id, buyer_id) and ${isEarly(sql`seq + 1`, sql`chat_rooms.id`)}
  `.execute(db());
  if (rows.length === 0) return;
  await limit("message", viewer.id);
  throw new Refused("risk_unconfirmed", { text: RISK_TEXTS[risk](), field: "risk_confirmed" });
}
