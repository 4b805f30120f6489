import { sql } from "kysely";
import { href } from "react-router";
import { z } from "zod";
import { localizedHref } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { baseLocale, isLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { enqueue, type JobHandlers, TryAgain } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import { sessionEnd } from "#app/platform/session.server.ts";
import { publicPushKey } from "./keys.server.ts";
import {
  PUSH_JOB,
  type PushedBrowser,
  perBrowser,
  queueTakeBacks,
  READING_SECONDS,
  TAKE_BACK_JOB,
} from "./notes.server.ts";
import { quietUntil } from "./quiet.ts";
import {
  KEPT_SECONDS,
  type PushOutcome,
  type PushPayload,
  type PushTarget,
  sendPush,
} from "./send.server.ts";
import { hiddenText } from "./texts.server.ts";

/** The seconds before the first, second, … retry. A note is given up when the last has failed. */
const PAUSES = [30, 120, 600, 3_600, 14_400] as const;
/** The longest pause that a push service may ask for. */
const LONGEST_PAUSE_SECONDS = 86_400;
/** When all retries have failed, a browser that was not seen for this many days gets no more messages. */
const UNSEEN_DAYS = 14;
/** The choices for a browser that gets no messages are kept for this many days, in case it comes back. */
const CHOICES_DAYS = 180;
/** How many notifications a message can say that are still current. */
const MOST_CURRENT = 10;
/** Notifications show fewer characters. */
const SHOWN_CHARACTERS = 240;

const takeBackSchema = z.object({ subscription: z.uuid() });
const browserSchema = takeBackSchema.extend({ userId: z.uuid() });

/** @param allowed where push services may be */
export function pushJobsOf(allowed: AllowedHosts): JobHandlers {
  return {
    [PUSH_JOB]: {
      work: (data, signal) => inTurn(browserSchema.parse(data), (id) => sendNext(id, signal, allowed)),
      once: true,
      concurrency: 8,
      // See `inTurn`.
      groupConcurrency: 1,
      timeoutSeconds: 60,
    },
    [TAKE_BACK_JOB]: {
      work: (data, signal) => takeBack(takeBackSchema.parse(data).subscription, signal, allowed),
      concurrency: 2,
      groupConcurrency: 1,
      retries: 1,
      firstPauseSeconds: 30,
      timeoutSeconds: 60,
    },
    "push-sweep": { work: deleteOldPushes, cron: "29 4 * * *" },
  };
}

const people = new Set<string>();

/**
 * The push services of one person, which may be slow on purpose, occupy one worker. pg-boss sees to that too, but lets
 * workers that look at the same moment have jobs of one group.
 */
async function inTurn(browser: PushedBrowser, send: (subscription: string) => Promise<void>): Promise<void> {
  const { subscription, userId } = browser;
  if (people.has(userId)) return again(browser, after(1));
  people.add(userId);
  try {
    await send(subscription);
  } finally {
    people.delete(userId);
  }
}

/** Connects only to public IP addresses. */
export const pushJobs = pushJobsOf(PUBLIC_HOSTS);

interface WaitingNote extends PushTarget, PushedBrowser {
  readonly tag: string;
  readonly kind: string;
  readonly path: string | null;
  readonly title: string;
  readonly text: string;
  /** Changes when a later note replaces this one. */
  readonly version: string;
  /** The seconds until it may be sent. */
  readonly wait: number;
  /** The tags of the browser's other notes that were not read. */
  readonly current: readonly string[];
  readonly hidden: boolean | null;
  readonly language: string | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly timeZone: string | null;
}

/** SQL: the tags of a browser's notes that its person has not read, as an array. */
const unreadTags = (subscription: string) => sql`
  coalesce((select array_agg(tag order by tag) from push_notes where subscription_id = ${subscription}), '{}')`;

/** The note that is sent first. Undefined: none is waiting, or the browser takes no such notes any more. */
async function nextNote(subscription: string): Promise<WaitingNote | undefined> {
  const { rows } = await sql<WaitingNote>`
    select subscription.id as subscription, subscription.user_id as "userId", endpoint, p256dh, auth,
      note.tag, note.kind, note.path, note.title, note.content as text, note.xmin::text as version,
      push_hidden as hidden, language, quiet_from as "from", quiet_until as until, time_zone as "timeZone",
      greatest(0, extract(epoch from note.created_at - now())
        + case note.kind when 'message' then ${READING_SECONDS}::float8 else 0 end)::float8 as wait,
      array_remove(${unreadTags(subscription)}, note.tag) as current
    from push_notes as note
    join push_subscriptions as subscription on subscription.id = note.subscription_id
    join sessions on sessions.id = subscription.session_id and ${sessionEnd()} > now()
    left join user_preferences on user_preferences.user_id = subscription.user_id
    where note.subscription_id = ${subscription} and note.sent_at is null
      and note.kind <> all (subscription.off_kinds) and subscription.server_key = ${publicPushKey()}
    order by wait, note.created_at, note.tag limit 1
  `.execute(db());
  return rows[0];
}

/**
 * Sends the next note of a browser, now or after the quiet hours of its person. It is no error if nothing waits any
 * more.
 */
async function sendNext(subscription: string, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  const note = await nextNote(subscription);
  if (!note) return;
  const quiet = quietUntil(new Date(), note);
  // Has a key of its own: who ends the quiet hours earlier gets what comes then at once.
  if (quiet) return again(note, { startAfter: quiet, singletonKey: `${subscription} quiet` });
  if (note.wait > 0) return again(note, after(note.wait));
  const sent = await sendPush(note, payloadOf(note), signal, allowed);
  if (sent.outcome === "later") return tryLater(note, sent.seconds);
  if (sent.outcome === "sent") return recordSent(note);
  await giveUp(note, sent);
}

const after = (seconds: number) => ({ startAfter: new Date(Date.now() + seconds * 1_000) });

async function again(
  { subscription, userId }: PushedBrowser,
  options: { startAfter?: Date; singletonKey?: string } = {},
): Promise<void> {
  const browser = { subscription, userId };
  await enqueue(PUSH_JOB, browser, { ...perBrowser(browser), ...options });
}

function payloadOf({
  endpoint,
  tag,
  kind,
  path,
  title,
  text,
  hidden,
  language,
  current,
}: WaitingNote): PushPayload {
  const locale = isLocale(language) ? language : baseLocale;
  const showsText = hidden !== true && text !== "";
  return {
    tag,
    title: (hidden !== true && title) || m.push_title({}, { locale }),
    text: showsText ? shortened(text) : hiddenText(kind, { locale }),
    path: localizedHref(path ?? href("/notifications"), locale),
    lang: locale,
    always: mustShow(endpoint),
    current: current.length > MOST_CURRENT ? null : current,
  };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARACTERS
    ? `${characters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`
    : text;
}

/** Safari ends the subscription of a site that got a message and showed no notification. */
function mustShow(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}

async function recordSent(note: WaitingNote): Promise<void> {
  const { subscription, userId, tag, version } = note;
  const { rows } = await sql<{ isTold: boolean; isMore: boolean }>`
    with told as (
      update push_notes set sent_at = now(), title = '', content = ''
      where subscription_id = ${subscription} and tag = ${tag} and xmin::text = ${version}
      returning tag
    )
    select
      exists (select from told)
        or exists (select from push_notes where subscription_id = ${subscription} and tag = ${tag}) as "isTold",
      exists (
        select from push_notes where subscription_id = ${subscription} and sent_at is null
          and (tag <> ${tag} or not exists (select from told))
      ) as "isMore"
  `.execute(db());
  if (rows[0]?.isMore) return again(note);
  // It was read while it was sent.
  if (rows[0]?.isTold === false) await queueTakeBacks([{ subscription, userId }], db());
}

/** All notes of the browser wait, since its push service is away. Those that have waited often are given up. */
async function tryLater(note: WaitingNote, asked: number): Promise<void> {
  const { subscription, endpoint } = note;
  const { rows } = await sql<{ lost: number; tries: number | null }>`
    with lost as (
      delete from push_notes
      where subscription_id = ${subscription} and sent_at is null and tries >= ${PAUSES.length}
      returning tag
    ), waiting as (
      update push_notes set tries = tries + 1
      where subscription_id = ${subscription} and sent_at is null and tries < ${PAUSES.length}
      returning tries
    )
    select (select count(*)::integer from lost) as lost, (select max(tries) from waiting) as tries
  `.execute(db());
  const { lost = 0, tries = null } = rows[0] ?? {};
  if (lost > 0) {
    const isUnseen = sql`seen_at < now() - make_interval(days => ${UNSEEN_DAYS})`;
    const isEnded = await endSubscription(subscription, isUnseen);
    const facts = { subscription, host: new URL(endpoint).hostname, messages: lost, isEnded };
    logger.warn(facts, "a push service was away too long: messages are given up");
    if (isEnded) return;
  }
  const pause = PAUSES[(tries ?? 0) - 1];
  if (pause === undefined) return;
  await again(note, after(Math.min(Math.max(pause, asked), LONGEST_PAUSE_SECONDS)));
}

async function giveUp(note: WaitingNote, { outcome, ...facts }: PushOutcome): Promise<void> {
  const { subscription, tag, version } = note;
  if (outcome === "gone") return void (await endSubscription(subscription));
  logger.warn({ ...facts, subscription }, "a push service refused a message");
  await sql`
    delete from push_notes
    where subscription_id = ${subscription} and tag = ${tag} and xmin::text = ${version}
  `.execute(db());
  await again(note);
}

/**
 * Nothing is told any more, until the browser is subscribed again.
 * @param condition on its row, as it is when it is written
 * @returns whether it is so
 */
async function endSubscription(id: string, condition = sql`true`): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update push_subscriptions set session_id = null where id = ${id} and ${condition} returning id
    ), unsaid as (
      delete from push_notes using ended where subscription_id = ended.id
    )
    select id from ended
  `.execute(db());
  return rows.length > 0;
}

/**
 * Closes the notifications that were read elsewhere, except in browsers that must show something for each message, and
 * where the next note does it.
 */
async function takeBack(subscription: string, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  const { rows } = await sql<PushTarget & { current: readonly string[] }>`
    select endpoint, p256dh, auth, ${unreadTags(subscription)} as current from push_subscriptions
    where id = ${subscription} and session_id is not null and server_key = ${publicPushKey()}
      and not exists (select from push_notes where subscription_id = ${subscription} and sent_at is null)
  `.execute(db());
  const [target] = rows;
  if (!target || mustShow(target.endpoint) || target.current.length > MOST_CURRENT) return;
  const sent = await sendPush(target, { close: true, current: target.current }, signal, allowed);
  if (sent.outcome === "later") throw new TryAgain("A push service is away.");
  if (sent.outcome === "gone") await endSubscription(subscription);
}

/** Deletes what no push service keeps any more, and the browsers that have long been told nothing. */
export async function deleteOldPushes(): Promise<void> {
  await sql`
    delete from push_notes where created_at < now() - make_interval(secs => ${KEPT_SECONDS})
  `.execute(db());
  await sql`
    delete from push_subscriptions
    where (session_id is null or server_key <> ${publicPushKey()})
      and seen_at < now() - make_interval(days => ${CHOICES_DAYS})
  `.execute(db());
}
