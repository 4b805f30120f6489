import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { EphemeralEventKind, EphemeralEvents, LiveEventKind, LiveEvents } from "#app/domain/events.ts";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import type { Presenters } from "./event-contents.server.ts";
import { CHANNEL, EventHub } from "./event-hub.server.ts";
import { sessionTokenOf, viewerOf } from "./session.server.ts";

/** How many days a browser may stay away and still receive every event it missed. */
const RETENTION_DAYS = 7;

/** Per user and server. Nobody has this many browsers, and it limits the server's memory. */
const MAX_STREAMS_PER_PERSON = 50;

let hub: EventHub | undefined;

function eventHub(): EventHub {
  hub ??= new EventHub();
  return hub;
}

/** For each transaction of `publishingTransaction`: the users whose streams get new events after the commit. */
const pendingWakes = new WeakMap<Transaction<DB>, Set<string>>();

/** Runs a transaction that publishes events, and sends the events to their users' open streams after the commit. */
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

/**
 * Sends the new events of these users to their open streams, on all servers. For callers that have committed
 * `insertEvents` in their own statement.
 */
export function notifySubscribers(userIds: Iterable<string>): void {
  eventHub().notify(userIds);
}

/**
 * Sends an event to the user's currently open streams, on all servers. It is not stored, so a user without an open
 * stream never receives it. The caller checks whether the user may receive it.
 */
export async function publishEphemeral<K extends EphemeralEventKind>(
  userId: string,
  kind: K,
  subject: EphemeralEvents[K],
): Promise<void> {
  await eventHub().sendEphemeral(userId, kind, JSON.stringify(subject));
}

/**
 * Ends the event streams of the user's ended sessions now, on all servers. Otherwise the next heartbeat would end them.
 * `but` is the token of a session whose browser is getting a new one: its streams wait for the heartbeat.
 */
export async function publishSessionsEnded(userId: string, but?: string): Promise<void> {
  await eventHub().endSessions(userId, but);
}

/**
 * The part of a statement (`numbered` and `inserted` of its WITH) that writes an event for each user, numbered per
 * user. The number's row stays locked until the commit, so a user's numbers become visible in order and without gaps.
 * Users are always locked in the order of their ids. So use this once in a transaction, as its last write: then two
 * transactions cannot deadlock.
 *
 * @param persons a query of ids, each once
 * @param subject a query of one jsonb, a `LiveEvents[kind]`, for the person `numbered.user_id`
 */
export function insertEvents(
  persons: RawBuilder<unknown>,
  kind: LiveEventKind,
  subject: RawBuilder<unknown>,
) {
  return insertEventEach(persons, sql`select ${kind}, subject from (${subject}) as one (subject)`);
}

/** `insertEvents`, with a query of a kind and a jsonb for the user `numbered.user_id`. */
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
 * Writes an event for each of these users: see `insertEvents`.
 *
 * Within `publishingTransaction`, servers are notified after the commit. In any other transaction, a NOTIFY inside it
 * notifies them. That is as safe, but makes all commits of the database wait for each other.
 */
export async function publish<K extends LiveEventKind>(
  trx: Transaction<DB>,
  userIds: readonly string[],
  kind: K,
  subject: LiveEvents[K],
): Promise<void> {
  await publishEach(trx, kind, new Map(userIds.map((userId) => [userId, subject])));
}

/** Publishes an event with a different subject for each of these users. */
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

/** Publishes an event of a different kind for each of these users. */
export async function publishAll(
  trx: Transaction<DB>,
  events: ReadonlyMap<string, LiveEvent>,
): Promise<void> {
  const persons = [...events.keys()];
  if (persons.length === 0) return;
  const about = sql`select event ->> 'kind', event -> 'subject'
    from (select ${JSON.stringify(Object.fromEntries(events))}::jsonb -> numbered.user_id::text) as one (event)`;
  const written = insertEventEach(sql`select unnest(${persons}::uuid[])`, about);
  await sql`with ${written} select`.execute(trx);
  const woken = pendingWakes.get(trx);
  if (woken) for (const id of persons) woken.add(id);
  else await sql`select pg_notify(${CHANNEL}, ${`- ${persons.join(",")}`})`.execute(trx);
}

/**
 * The number of the user's latest event. A loader reads it BEFORE its data. The page then subscribes to the events
 * after it, so no event is lost between the page and the stream.
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
 * `GET /events`: the signed-in user's stream of server-sent events (decision 0005). `Last-Event-ID` resumes it, and
 * `?after=N` begins it (see `eventsUpTo`). `?user=` is the user the page was made for: another user's page does not get
 * these events.
 *
 * First comes `hello` (continue from here) or `reset` (missed events are gone: reload the data), with the number to
 * resume from. At the end of the session comes `signed-out`. Signed out, the status is 204, the standard's "do not
 * reconnect". A page may ask while its user signs out, and an error would appear in the browser's console. 400 for an
 * invalid number, 429 for a user with very many streams.
 */
export async function eventsResponse(request: Request, outgoing: ServerResponse): Promise<Response> {
  const viewer = await viewerOf(request);
  const session = sessionTokenOf(request);
  const query = new URL(request.url).searchParams;
  const page = query.get("user");
  if (!viewer || !session || (page !== null && page !== viewer.id))
    return new Response(null, { status: 204 });
  const lastId = request.headers.get("last-event-id") ?? query.get("after");
  const after = lastId ? Number(lastId) : undefined;
  if (after !== undefined && (!Number.isSafeInteger(after) || after < 0))
    return new Response(null, { status: 400 });
  if (request.method === "HEAD") return new Response(null, { headers: { "cache-control": "no-store" } });
  if (eventHub().streamsOf(viewer.id) >= MAX_STREAMS_PER_PERSON) return new Response(null, { status: 429 });
  eventHub().subscribe(outgoing, { userId: viewer.id, session: session.token, after });
  return alreadySent();
}

/**
 * Tells the HTTP adapter that the stream sends its own response. If the adapter was loaded first, the constant is one
 * of the adapter's lightweight responses, and the adapter would send it. Reading `body` turns the constant into an
 * ordinary response, which the adapter recognises as already sent.
 */
function alreadySent(): Response {
  if (RESPONSE_ALREADY_SENT.body !== null) throw new Error("What was sent already has no body.");
  return RESPONSE_ALREADY_SENT;
}

/**
 * Starts listening to the other servers' events. Without `presenters` only ids are sent. `heartbeatMs`: see
 * `EventHub.start`.
 */
export async function startEvents(presenters?: Presenters, heartbeatMs?: number): Promise<void> {
  hub = new EventHub(presenters);
  await hub.start(heartbeatMs);
}

/** Ends all open streams, and new ones as soon as they open. Called when the server stops. */
export async function stopEvents(): Promise<void> {
  await hub?.stop();
}

/** How many streams are open, for the metrics. */
export function openStreams(): number {
  return hub?.size ?? 0;
}

/** The job that deletes events past their retention. Returns how many. */
export async function deleteExpiredEvents(): Promise<number> {
  const { numDeletedRows } = await db()
    .deleteFrom("events")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${RETENTION_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
