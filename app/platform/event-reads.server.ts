import { sql } from "kysely";
import { db, prepared } from "./db.server.ts";
import { sessionEnd } from "./session.server.ts";

/** An event as it is kept, for the stream at place `nth` (from 1) of those that were asked for. */
export type EventRow = { nth: number; user_id: string; seq: number; kind: string; subject: object };

/**
 * What these streams are to be told next: the events of their persons after number `seq`, `most` each, in order.
 * Nothing for a stream whose session has ended, be it a moment ago.
 */
export function eventsAfter(
  streams: readonly { userId: string; session: string; seq: number }[],
  most: number,
): Promise<EventRow[]> {
  return prepared(
    sql<EventRow>`
      select stream.nth, event.user_id, event.seq, event.kind, event.subject
      from unnest(
        ${streams.map(({ userId }) => userId)}::uuid[],
        ${streams.map(({ session }) => session)}::text[],
        ${streams.map(({ seq }) => seq)}::bigint[]
      ) with ordinality as stream (user_id, session, seq, nth)
      join sessions on sessions.token = stream.session and ${sessionEnd()} > now(),
      lateral (
        select * from events where user_id = stream.user_id and seq > stream.seq order by seq limit ${most}
      ) event
      order by stream.nth, event.seq
    `,
  );
}

/** Of each person the number of the latest event (`head`), and of the oldest that is still kept. */
export async function rangesOf(ids: readonly string[]) {
  const { rows } = await sql<{ user_id: string; head: number; oldest: number | null }>`
    select person.id as user_id, coalesce(stream.seq, 0) as head,
      (select seq from events where user_id = person.id order by seq limit 1) as oldest
    from unnest(${ids}::uuid[]) as person (id) left join event_streams stream on stream.user_id = person.id
  `.execute(db());
  return rows;
}

/** The numbers of the latest events of those of these persons who have any. */
export function headsOf(ids: readonly string[]): Promise<{ user_id: string; seq: number }[]> {
  return db()
    .selectFrom("event_streams")
    .select(["user_id", "seq"])
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute();
}

/** Those of the sessions that have not ended: by signing out, by time, by being revoked, with the account. */
export async function validSessions(tokens: readonly string[]): Promise<Set<string>> {
  const valid = await db()
    .selectFrom("sessions")
    .select("token")
    .where(sql<boolean>`token = any(${tokens}::text[]) and ${sessionEnd()} > now()`)
    .execute();
  return new Set(valid.map((session) => session.token));
}
