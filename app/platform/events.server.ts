import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { LiveEventKind, LiveEvents, PassingKind, PassingWords } from "#app/domain/events.ts";
import { db } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import type { Presenters } from "./event-contents.server.ts";
import { CHANNEL, EventHub } from "./event-hub.server.ts";
import { sessionTokenOf, viewerOf } from "./session.server.ts";

/** How long a browser may stay away and still be told everything it missed. */
const KEPT_DAYS = 7;

/** Of one person on one server: more browsers than anybody has, and no way to fill its memory. */
const MOST_STREAMS = 50;

let hub: EventHub | undefined;

function opened(): EventHub {
  hub ??= new EventHub();
  return hub;
}

/** Who is to be woken once a transaction of `publishing` is committed. */
const waking = new WeakMap<Transaction<DB>, Set<string>>();

/**
 * Runs a transaction that publishes events, and wakes their readers when it is committed.
 */
export async function publishing<T>(run: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  const userIds = new Set<string>();
  const result = await db()
    .transaction()
    .execute((trx) => {
      waking.set(trx, userIds);
      return run(trx);
    });
  if (userIds.size > 0) announce(userIds);
  return result;
}

/** Wakes these persons' readers, here and at other servers; for who has committed `told` in a statement of their own. */
export function announce(userIds: Iterable<string>): void {
  opened().announce(userIds);
}

/**
 * Says something to whatever streams of this person are open in this moment, on every server. It is not kept: who does
 * not listen never hears it. Whether they may hear it is the caller's to ask.
 */
export async function say<K extends PassingKind>(
  userId: string,
  kind: K,
  subject: PassingWords[K],
): Promise<void> {
  await opened().say(userId, kind, JSON.stringify(subject));
}

/**
 * Tells the live pages of this person's ended sessions so, on every server; otherwise the next beat of their streams
 * does, as it does for `but`: the token of a session whose browser is getting a new one.
 */
export async function sessionsEnded(userId: string, but?: string): Promise<void> {
  await opened().endSessions(userId, but);
}

/**
 * The part of a statement (`drawn` and `told` of its WITH) that writes an event for each person, numbered within the
 * person. The number's row stays locked until the commit, so one person's numbers become visible in order and without
 * gaps. Persons are locked in the order of their ids, whoever publishes: have this once in a transaction, as its last
 * write, and two cannot wait for each other.
 *
 * @param persons a query of ids, each once
 * @param subject a query of one jsonb, a `LiveEvents[kind]`, for the person `drawn.user_id`
 */
export function told(persons: RawBuilder<unknown>, kind: LiveEventKind, subject: RawBuilder<unknown>) {
  return toldEach(persons, sql`select ${kind}, subject from (${subject}) as one (subject)`);
}

/** `told`, with a query of a kind and a jsonb for the person `drawn.user_id`. */
function toldEach(persons: RawBuilder<unknown>, about: RawBuilder<unknown>) {
  return sql`
    drawn as (
      insert into event_streams as stream (user_id, seq)
      select id, 1 from (${persons}) as person (id) order by id
      on conflict (user_id) do update set seq = stream.seq + 1
      returning user_id, seq
    ),
    told as (
      insert into events (user_id, seq, kind, subject, created_at)
      -- Not now(), which is when the transaction began: a lower number is never the younger one.
      select user_id, drawn.seq, kind, subject, clock_timestamp() from drawn, lateral (${about}) as about (kind, subject)
    )
  `;
}

/**
 * Writes an event for each of these persons: see `told`.
 *
 * Within `publishing` readers are woken after the commit; in any other transaction by a NOTIFY inside it, which is
 * as safe, but makes the commits of the database queue up.
 */
export async function publish<K extends LiveEventKind>(
  trx: Transaction<DB>,
  userIds: readonly string[],
  kind: K,
  subject: LiveEvents[K],
): Promise<void> {
  await publishEach(trx, kind, new Map(userIds.map((userId) => [userId, subject])));
}

/** The same, about something else for each of these persons. */
export async function publishEach<K extends LiveEventKind>(
  trx: Transaction<DB>,
  kind: K,
  subjects: ReadonlyMap<string, LiveEvents[K]>,
): Promise<void> {
  const events = [...subjects].map(([userId, subject]) => [userId, { kind, subject } as LiveEvent] as const);
  await publishAll(trx, new Map(events));
}

/** An event's kind and what it is about. */
export type LiveEvent<K extends LiveEventKind = LiveEventKind> = K extends LiveEventKind
  ? { kind: K; subject: LiveEvents[K] }
  : never;

/** The same, of another kind for each of these persons. */
export async function publishAll(
  trx: Transaction<DB>,
  events: ReadonlyMap<string, LiveEvent>,
): Promise<void> {
  const persons = [...events.keys()];
  if (persons.length === 0) return;
  const about = sql`select event ->> 'kind', event -> 'subject'
    from (select ${JSON.stringify(Object.fromEntries(events))}::jsonb -> drawn.user_id::text) as one (event)`;
  const written = toldEach(sql`select unnest(${persons}::uuid[])`, about);
  await sql`with ${written} select`.execute(trx);
  const woken = waking.get(trx);
  if (woken) for (const id of persons) woken.add(id);
  else await sql`select pg_notify(${CHANNEL}, ${`- ${persons.join(",")}`})`.execute(trx);
}

/**
 * The number of this person's latest event. A loader reads it BEFORE its data and gives it to the page, which asks to
 * be told what came after: so nothing falls between the page and the stream.
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
 * `GET /events`: the signed-in person's stream of server-sent events (design §4). Resumed by `Last-Event-ID`, begun
 * with `?after=N` (see `eventsUpTo`). `?user=` is whom the page was made for: another person's page is not told ours.
 *
 * First comes `hello` (from here on) or `reset` (we no longer know what you missed: load your data again), with the
 * number to resume from; at the end of the session `signed-out`. 204, the standard's word for "do not
 * come back", signed out: a page asks by itself, also while somebody signs out, and a refusal would stand on the
 * browser's console. 400 for a number that is none, 429 for
 * a person with very many streams.
 */
export async function eventsResponse(request: Request, outgoing: ServerResponse): Promise<Response> {
  const viewer = await viewerOf(request);
  const session = sessionTokenOf(request);
  const query = new URL(request.url).searchParams;
  const page = query.get("user");
  if (!viewer || !session || (page !== null && page !== viewer.id))
    return new Response(null, { status: 204 });
  const asked = request.headers.get("last-event-id") ?? query.get("after");
  const after = asked ? Number(asked) : undefined;
  if (after !== undefined && (!Number.isSafeInteger(after) || after < 0))
    return new Response(null, { status: 400 });
  if (request.method === "HEAD") return new Response(null, { headers: { "cache-control": "no-store" } });
  if (opened().streamsOf(viewer.id) >= MOST_STREAMS) return new Response(null, { status: 429 });
  opened().open(outgoing, { userId: viewer.id, session: session.token, after });
  return alreadySent();
}

/**
 * Says to the HTTP adapter that the stream answers by itself. Where the adapter was loaded first, the constant is one
 * of its light responses, which it would send: reading the body makes it a plain one.
 */
function alreadySent(): Response {
  if (RESPONSE_ALREADY_SENT.body !== null) throw new Error("What was sent already has no body.");
  return RESPONSE_ALREADY_SENT;
}

/** Begins to hear of what other servers publish. Without `presenters` ids are told alone. `beatMs`: see `EventHub.start`. */
export async function startEvents(presenters?: Presenters, beatMs?: number): Promise<void> {
  hub = new EventHub(presenters);
  await hub.start(beatMs);
}

/** Ends all open streams, and new ones as soon as they open: the server is going down. */
export async function stopEvents(): Promise<void> {
  await hub?.stop();
}

/** How many streams are open, for the metrics. */
export function openStreams(): number {
  return hub?.size ?? 0;
}

/** The job that forgets old events. Returns how many. */
export async function sweepEvents(): Promise<number> {
  const { numDeletedRows } = await db()
    .deleteFrom("events")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
