import { sql } from "kysely";
import { userById } from "#app/features/accounts/queries.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import type { AllowedHosts } from "#app/platform/public-hosts.server.ts";
import { giveUpWaiting } from "./deliveries.server.ts";
import { turnedOffMail } from "./mails.server.ts";
import { MAY_SEND, type OffReason } from "./queries.server.ts";
import { NEAR_FULL, pauseAfter, restAfter } from "./rules.ts";
import { type Answered, postEvent, SEND_LIMITS, type SendLimits } from "./send.server.ts";
import { signingSecret } from "./signature.server.ts";

/** How many deliveries, about different things, are sent to an endpoint at the same time. */
const AT_ONCE = 8;
/** How many that are due are looked at for them. */
const READ_AT_ONCE = 500;
/** Longer than a server takes for them. If it is killed meanwhile, another one sends them again after this time. */
const CLAIM_SECONDS = 40;
/** Who takes longer waits with the other slow ones. */
const SLOW_MS = 2_000;
/** An endpoint that takes nothing for so long, and has refused a delivery at each of its tries, is turned off. */
const FAILING_HOURS = 24;

interface Claimed {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly unanswered: number;
  readonly isFull: boolean;
}

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly created_at: Date;
}

/**
 * Sends the deliveries that are due at an endpoint, of each thing the first that waits, and records what came of them. It
 * may be called at any time and by several servers: one of them sends, unless the endpoint is off, or rests.
 * @param signal aborted when the server stops; another one sends the rest
 * @returns whether it was this server that could send
 */
export async function deliverTo(
  endpointId: string,
  signal: AbortSignal,
  allowed: AllowedHosts,
  limits: SendLimits = SEND_LIMITS,
): Promise<boolean> {
  const endpoint = await claim(endpointId);
  if (!endpoint) return false;
  const tried: Answered[] = [];
  let gaveUp = false;
  const sending = async (delivery: Due) => {
    const answered = await sendSigned(endpoint, delivery, { signal, allowed, limits });
    tried.push(answered);
    if ((await record(delivery, answered)) === "failed") gaveUp = true;
  };
  const due = endpoint.isFull ? [] : await dueAt(endpoint.id);
  const ended = await Promise.allSettled(due.map(sending));
  await release(endpoint, tried, gaveUp);
  const failure = ended.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
  return true;
}

/** Takes the endpoint for this server, or undefined if another one has it, or nothing may be sent there. */
async function claim(id: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_endpoints set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
    where id = (select id from webhook_endpoints where id = ${id} and ${MAY_SEND} for no key update skip locked)
    returning id, url, secret, case when former_until > now() then former_secret end as "formerSecret", unanswered,
      webhook_room(id) < ${NEAR_FULL} as "isFull"
  `.execute(db());
  return rows[0];
}

interface Due extends Delivery {
  readonly tries: number;
}

/**
 * Those that are sent next: of the first that are due, those before which nothing about the same thing waits. The others are
 * due again when that one is, so that what waits behind something refused is not read again and again.
 */
async function dueAt(endpointId: string): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select id, endpoint_id, thing, type, data, created_at, tries, next_at, position from webhook_deliveries
      where endpoint_id = ${endpointId} and state = 'waiting' and next_at <= now()
      order by next_at, position limit ${READ_AT_ONCE}
    ),
    firsts as materialized (
      select due.*, head.id as head_id, head.next_at as head_at from due cross join lateral (
        select id, next_at from webhook_deliveries
        where endpoint_id = due.endpoint_id and thing = due.thing and state = 'waiting' order by position limit 1
      ) head
    ),
    postponed as (
      update webhook_deliveries set next_at = head_at from firsts
      where webhook_deliveries.id = firsts.id and head_at > firsts.next_at
    )
    select id, type, data, created_at, tries from firsts where id = head_id
    order by next_at, position limit ${AT_ONCE}
  `.execute(db());
  return rows;
}

interface Sending {
  readonly signal: AbortSignal;
  readonly allowed: AllowedHosts;
  readonly limits?: SendLimits;
}

/** Sends one delivery to an endpoint, and records nothing. @throws the reason of `signal` when that is aborted */
export async function sendSigned(
  { url, secret, formerSecret }: Pick<Claimed, "url" | "secret" | "formerSecret">,
  { id, type, data, created_at }: Delivery,
  { signal, allowed, limits }: Sending,
): Promise<Answered> {
  const stored = formerSecret === null ? [secret] : [secret, formerSecret];
  const [present, former] = await Promise.all(stored.map(signingSecret));
  if (!present) return { taken: false, status: null, fault: "locked", answer: null, tookMs: 0, asked: 0 };
  const content = {
    id,
    timestamp: Math.floor(Date.now() / 1_000),
    body: JSON.stringify({ type, timestamp: created_at.toISOString(), data }),
  };
  return postEvent(new URL(url), content, former ? [present, former] : [present], signal, allowed, limits);
}

async function record(
  { id, tries }: { id: string; tries: number },
  tried: Answered,
): Promise<"delivered" | "failed" | "waiting"> {
  const { taken, status, fault, answer, tookMs: took_ms } = tried;
  const pause = taken ? null : pauseAfter(tries + 1, tried.asked, Math.random());
  const state = taken ? "delivered" : pause === null ? "failed" : "waiting";
  await db()
    .updateTable("webhook_deliveries")
    .set({ state, status, fault, answer, took_ms, tries: tries + 1, tried_at: sql<Date>`now()` })
    .$if(pause !== null, (query) =>
      query.set({ next_at: sql<Date>`now() + make_interval(secs => ${pause})` }),
    )
    .where("id", "=", id)
    // Turning the endpoint off has already marked its deliveries as failed.
    .$if(!taken, (query) => query.where("state", "=", "waiting"))
    .execute();
  return state;
}

/**
 * Gives the endpoint back, with what its answers say about it, and turns it off for some of it.
 * @param gaveUp whether a delivery was tried for the last time. Its pauses are longer than a day: an outage of this shop, or
 *   a day on which nothing happens, is not held against an endpoint.
 */
async function release(
  { id, unanswered, isFull }: Claimed,
  tried: readonly Answered[],
  gaveUp: boolean,
): Promise<void> {
  const takesSome = tried.some(({ taken }) => taken);
  const silences = takesSome || tried.every(({ status }) => status !== null) ? 0 : unanswered + 1;
  const isGone = tried.some(({ status }) => status === 410);
  const isSlow = tried.some(({ status, tookMs }) => status === null || tookMs > SLOW_MS);
  const isOver = sql`failing_since <= now() - make_interval(hours => ${FAILING_HOURS})`;
  const judged =
    tried.length === 0
      ? sql`, off = coalesce(off, case when ${isFull} then 'full' end)`
      : sql`
        , failing_since = ${takesSome ? sql`null` : sql`coalesce(failing_since, now())`}, unanswered = ${silences},
        rests_until = ${silences === 0 ? sql`null` : sql`now() + make_interval(secs => ${restAfter(silences)})`},
        slow = ${isSlow}, off = coalesce(off, case
          when ${isGone} then 'gone' when ${gaveUp && !takesSome} and ${isOver} then 'failing' end)`;
  const isOff = await inTransaction(async (trx) => {
    const { rows } = await sql<{ off: OffReason | null; url: string; userId: string }>`
      update webhook_endpoints set claimed_until = null ${judged} where id = ${id}
      returning case when old.off is null then new.off end as off, url, user_id as "userId"
    `.execute(trx);
    const [endpoint] = rows;
    if (!endpoint?.off) return false;
    const owner = await userById(endpoint.userId, trx);
    const last = tried.find(({ status }) => status === 410) ?? tried.at(-1);
    logger.warn(
      { webhook: id, host: new URL(endpoint.url).host, reason: endpoint.off },
      "a webhook was turned off",
    );
    if (owner) await sendMail(turnedOffMail(owner, { id, ...endpoint, off: endpoint.off, last }), trx);
    return true;
  });
  if (isOff) await giveUpWaiting(id);
}
