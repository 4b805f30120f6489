import { sql } from "kysely";
import { db, prepared } from "./db.server.ts";
import type { Stream } from "./event-stream.server.ts";
import { sessionEnd } from "./session.server.ts";

/** `nth` is the position of the stream in the query, from 1. */
export type EventRow = { nth: number; user_id: string; seq: number; kind: string; subject: object };

/**
 * The next events of these streams: in order, after number `seq`, at most `most` for each, and none for an ended
 * session. Without a session, the caller has checked who reads.
 */
export function eventsAfter(
  streams: readonly { userId: string; session: string | null; seq: number }[],
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
      cross join lateral (
        select where stream.session is null
        union all
        select from sessions where sessions.token = stream.session and ${sessionEnd()} > now()
      ) valid
      cross join lateral (
        select * from events where user_id = stream.user_id and seq > stream.seq order by seq limit ${most}
      ) event
      order by stream.nth, event.seq
    `,
  );
}

/** For each user, the numbers of the latest event (`head`) and of the oldest stored event (null without events). */
export async function rangesOf(ids: readonly string[]) {
  const { rows } = await sql<{ user_id: string; head: number; oldest: number | null }>`
    select person.id as user_id, coalesce(stream.seq, 0) as head,
      (select seq from events where user_id = person.id order by seq limit 1) as oldest
    from unnest(${ids}::uuid[]) as person (id) left join event_streams stream on stream.user_id = person.id
  `.execute(db());
  return rows;
}

/** The number of the latest event of each user; users without events are left out. */
export function headsOf(ids: readonly string[]): Promise<{ user_id: string; seq: number }[]> {
  return db()
    .selectFrom("event_streams")
    .select(["user_id", "seq"])
    .where(sql<boolean>`user_id = any(${ids}::uuid[])`)
    .execute();
}

/** The tokens whose session has not ended. */
export async function validSessions(tokens: readonly string[]): Promise<Set<string>> {
  const valid = await db()
    .selectFrom("sessions")
    .select("token")
    .where(sql<boolean>`token = any(${tokens}::text[]) and ${sessionEnd()} > now()`)
    .execute();
  return new Set(valid.map((session) => session.token));
}

/** Those of the streams whose session, key or token has not ended. */
export async function allowedStreams(streams: readonly Stream[]): Promise<Stream[]> {
  const tokens = streams.map(({ reader }) => reader.session).filter((session) => session !== null);
  const valid = tokens.length === 0 ? new Set() : await validSessions([...new Set(tokens)]);
  return allowedPrograms(
    streams.filter(({ reader }) => reader.session === null || valid.has(reader.session)),
  );
}

/** The streams of pages, and those of programs whose key or token has not ended. */
export async function allowedPrograms(streams: readonly Stream[]): Promise<Stream[]> {
  if (streams.every(({ reader }) => reader.isAllowed === null)) return [...streams];
  const allowed = await Promise.all(streams.map(({ reader }) => reader.isAllowed?.() ?? true));
  return streams.filter((_, index) => allowed[index]);
}

/** Removes up to `most` items from the set and returns them. */
export function takeFirst(ids: Set<string>, most: number): string[] {
  const batch: string[] = [];
  for (const id of ids) {
    if (batch.length === most) break;
    batch.push(id);
    ids.delete(id);
  }
  return batch;
}

/** The items in chunks of at most `size`. */
export function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
