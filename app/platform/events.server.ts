import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { EphemeralEventKind, EphemeralEvents, LiveEventKind, LiveEvents } from "#app/domain/events.ts";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import type { Presenters } from "./event-contents.server.ts";
import { CHANNEL, EventHub } from "./event-hub.server.ts";
import type { Reader } from "./event-stream.server.ts";
import { sendRenewedSession, sessionTokenOf, viewerOf } from "./session.server.ts";

/** After this time, a browser that was away reloads its data instead of getting the missed events. */
const RETENTION_DAYS = 7;

/** Per user and server, to limit the memory of the server. */
const MAX_STREAMS_PER_PERSON = 50;

let hub: EventHub | undefined;

function eventHub(): EventHub {
  hub ??= new EventHub();
  return hub;
}

/** The users with new events, for each transaction of `publishingTransaction`. */
const pendingWakes = new WeakMap<Transaction<DB>, Set<string>>();

/** Runs a transaction that publishes events, and wakes the streams of their users after the commit. */
export async function publishingTransaction<T>(run: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  const userIds = new Set<string>();
  const result = await db()
    .transaction()
    .execute((trx) => {
      pendingWakes.set(trx, userIds);
      return run(trx);
    });
  if (userIds.size > 0) notifySubscribers(userIds);
  return result;
}

/** Wakes the streams of these users on all servers, after the caller committed `insertEvents` in its own statement. */
export function notifySubscribers(userIds: Iterable<string>): void {
  eventHub().notify(userIds);
}

/** Sends an ephemeral event to the open streams of the user, on all servers. The caller authorizes. */
export async function publishEphemeral<K extends EphemeralEventKind>(
  userId: string,
  kind: K,
  subject: EphemeralEvents[K],
): Promise<void> {
  await eventHub().sendEphemeral(userId, kind, JSON.stringify(subject));
}

/**
 * Ends the streams of the user's ended sessions now, on all servers, instead of at the next heartbeat. `but` is the
 * token of a session that is being replaced: its streams wait for the heartbeat.
 */
export async function publishSessionsEnded(userId: string, but?: string): Promise<void> {
  await eventHub().endSessions(userId, but);
}

/**
 * Two parts of a WITH, `numbered` and `inserted`, which write an event for each user. Rows of `event_streams` stay
 * locked until the commit, so the numbers of a user become visible in order. Users are locked in the order of their
 * ids: used once in a transaction, as its last write, it cannot cause a deadlock.
 * @param persons a query of ids, each once
 * @param subject a query of one jsonb, a `LiveEvents[kind]`, for the user `numbered.user_id`
 */
export function insertEvents(
  persons: RawBuilder<unknown>,
  kind: LiveEventKind,
  subject: RawBuilder<unknown>,
) {
  return insertEventEach(persons, sql`select ${kind}, subject from (${subject}) as one (subject)`);
}

/** `insertEvents`, where `about` selects a kind and a jsonb for the user `numbered.user_id`. */
function insertEventEach(persons: RawBuilder<unknown>, about: RawBuilder<unknown>) {
  return sql`
    numbered as (
      insert into event_streams as stream (user_id, seq)
      select id, 1 from (${persons}) as person (id) order by id
      on conflict (user_id) do update set seq = stream.seq + 1
      returning user_id, seq
    ),
    inserted as (
      insert into events (user_id, seq, kind, subject, created_at)
      -- Not now(), the start of the transaction: times must have the order of the numbers.
      select user_id, numbered.seq, kind, subject, clock_timestamp() from numbered, lateral (${about}) as about (kind, subject)
    )
  `;
}

/**
 * Writes an event for each of these users (see `insertEvents`). Outside of `publishingTransaction` it sends NOTIFY
 * inside the transaction, which makes all commits of the database wait for each other.
 */
export async function publish<K extends LiveEventKind>(
  trx: Transaction<DB>,
  userIds: readonly string[],
  kind: K,
  subject: LiveEvents[K],
): Promise<void> {
  await publishEach(trx, kind, new Map(userIds.map((userId) => [userId, subject])));
}

/** `publish`, with a different subject for each user. */
export async function publishEach<K extends LiveEventKind>(
  trx: Transaction<DB>,
  kind: K,
  subjects: ReadonlyMap<string, LiveEvents[K]>,
): Promise<void> {
  const events = [...subjects].map(([userId, subject]) => [userId, { kind, subject } as LiveEvent] as const);
  await publishAll(trx, new Map(events));
}

export type LiveEvent<K extends LiveEventKind = LiveEventKind> = K extends LiveEventKind
  ? { kind: K; subject: LiveEvents[K] }
  : never;

/** `publish`, with a different event for each user. */
export async function publishAll(
  trx: Transaction<DB>,
  events: ReadonlyMap<string, LiveEvent>,
): Promise<void> {
  const persons = [...events.keys()];
  if (persons.length === 0) return;
  const about = sql`select event ->> 'kind', event -> 'subject'
    from (select ${JSON.stringify(Object.fromEntries(events))}::jsonb -> numbered.user_id::text) as one (event)`;
  // Users whose account is deleted at the same moment are left out: this waits for the deletion.
  const existing = sql`select id from profiles where id = any(${persons}::uuid[]) order by id for key share`;
  const written = insertEventEach(existing, about);
  await sql`with ${written} select`.execute(trx);
  const woken = pendingWakes.get(trx);
  if (woken) for (const id of persons) woken.add(id);
  else await sql`select pg_notify(${CHANNEL}, ${`- ${persons.join(",")}`})`.execute(trx);
}

/**
 * The number of the user's latest event, 0 without events. Loaders read it BEFORE their data, and the stream of the
 * page continues after it, so that no event is lost in between.
 */
export async function eventsUpTo(userId: string): Promise<number> {
  const stream = await db()
    .selectFrom("event_streams")
    .select("seq")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return stream?.seq ?? 0;
}

/**
 * `GET /events`: the live events of the signed-in user (decision 0005), after the number in `Last-Event-ID` or
 * `?after=`. `?user=` is the user for whom the page was made; another user gets no events. The stream begins with
 * `hello`, or with `reset` when the page must reload its data because events are missing. It ends with `signed-out`
 * when the session ended. The status is 204 for visitors and other users, because browsers then stop without an error;
 * 400 for an invalid number; 429 above MAX_STREAMS_PER_PERSON.
 */
export async function eventsResponse(request: Request, outgoing: ServerResponse): Promise<Response> {
  const viewer = await viewerOf(request);
  const session = sessionTokenOf(request);
  const query = new URL(request.url).searchParams;
  const page = query.get("user");
  if (!viewer || !session || (page !== null && page !== viewer.id))
    return new Response(null, { status: 204 });
  const after = resumedAt(request);
  if (after === null) return new Response(null, { status: 400 });
  if (request.method === "HEAD") return new Response(null, { headers: { "cache-control": "no-store" } });
  if (hasManyStreams(viewer.id)) return new Response(null, { status: 429 });
  const headers = new Headers();
  sendRenewedSession(request, headers);
  outgoing.setHeaders(headers);
  return streamTo(outgoing, { userId: viewer.id, session: session.token, isAllowed: null }, after);
}

/** The number after which a stream continues, in `Last-Event-ID` or `?after=`; undefined without one; null if invalid. */
export function resumedAt(request: Request): number | undefined | null {
  const lastId = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after");
  const after = lastId ? Number(lastId) : undefined;
  return after === undefined || (Number.isSafeInteger(after) && after >= 0) ? after : null;
}

/** Whether the person has as many streams on this server as one may have. */
export function hasManyStreams(userId: string): boolean {
  return eventHub().streamsOf(userId) >= MAX_STREAMS_PER_PERSON;
}

/** Begins a stream. It ends when its reader may not read any more. @returns what tells the host that it was answered */
export function streamTo(outgoing: ServerResponse, reader: Reader, after?: number): Response {
  eventHub().subscribe(outgoing, reader, after);
  return alreadySent();
}

/**
 * Tells the HTTP adapter that the stream sends its own response. The adapter recognises only an ordinary Response;
 * reading `body` turns a lightweight Response of the adapter into one.
 */
function alreadySent(): Response {
  if (RESPONSE_ALREADY_SENT.body !== null) throw new Error("What was sent already has no body.");
  return RESPONSE_ALREADY_SENT;
}

/** Starts the hub. Without `presenters`, events are sent with their ids only. `heartbeatMs`: see `EventHub.start`. */
export async function startEvents(presenters?: Presenters, heartbeatMs?: number): Promise<void> {
  hub = new EventHub(presenters);
  await hub.start(heartbeatMs);
}

/** Ends all open streams, and new ones as soon as they open. */
export async function stopEvents(): Promise<void> {
  await hub?.stop();
}

/** The number of open streams on this server. */
export function openStreams(): number {
  return hub?.size ?? 0;
}

/** Deletes events older than RETENTION_DAYS. @returns how many */
export async function deleteExpiredEvents(): Promise<number> {
  const { numDeletedRows } = await db()
    .deleteFrom("events")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${RETENTION_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
