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
import { type NoteKey, PUSH_JOB, TAKE_BACK_JOB } from "./notes.server.ts";
import { quietUntil } from "./quiet.ts";
import {
  KEPT_SECONDS,
  type PushOutcome,
  type PushPayload,
  type PushTarget,
  sendPush,
} from "./send.server.ts";
import { hiddenText } from "./texts.server.ts";

/** The seconds before the first, second, … retry of a note. After the last it is given up. */
const PAUSES = [30, 120, 600, 3_600, 14_400] as const;
/** The longest pause that a push service may ask for. */
const LONGEST_PAUSE_SECONDS = 86_400;

const keySchema = z.object({ subscription: z.uuid(), tag: z.string() });

/** @param allowed where push services may be */
export function pushJobsOf(allowed: AllowedHosts): JobHandlers {
  return {
    [PUSH_JOB]: {
      work: (data, signal) => sendNote(keySchema.parse(data), signal, allowed),
      concurrency: 4,
      timeoutSeconds: 60,
    },
    [TAKE_BACK_JOB]: {
      work: (data, signal) => takeBack(keySchema.parse(data), signal, allowed),
      retries: 3,
      firstPauseSeconds: 30,
      timeoutSeconds: 60,
    },
    "push-sweep": { work: deleteOldPushes, cron: "29 4 * * *" },
  };
}

/** Connects only to public IP addresses. */
export const pushJobs = pushJobsOf(PUBLIC_HOSTS);

interface WaitingNote extends PushTarget {
  readonly kind: string;
  readonly path: string | null;
  readonly title: string;
  readonly text: string;
  /** Changes when a later note replaces this one. */
  readonly version: string;
  readonly tries: number;
  readonly hidden: boolean | null;
  readonly language: string | null;
  readonly from: number | null;
  readonly until: number | null;
  readonly timeZone: string | null;
}

/** The note, unless it was sent or taken back, or its browser takes no such notes any more. */
async function waitingNote({ subscription, tag }: NoteKey): Promise<WaitingNote | undefined> {
  const { rows } = await sql<WaitingNote>`
    select endpoint, p256dh, auth, note.kind, note.path, note.title, note.content as text, note.tries,
      note.created_at::text as version, push_hidden as hidden, language,
      quiet_from as "from", quiet_until as until, time_zone as "timeZone"
    from push_notes as note
    join push_subscriptions as subscription on subscription.id = note.subscription_id
    join sessions on sessions.id = subscription.session_id and ${sessionEnd()} > now()
    left join user_preferences on user_preferences.user_id = subscription.user_id
    where note.subscription_id = ${subscription} and note.tag = ${tag} and note.sent_at is null
      and note.kind <> all (subscription.off_kinds) and subscription.server_key = ${publicPushKey()}
  `.execute(db());
  return rows[0];
}

/** Sends a note, now or after the quiet hours of its person. A note that nobody waits for any more is no error. */
async function sendNote(key: NoteKey, signal: AbortSignal, allowed: AllowedHosts): Promise<void> {
  const note = await waitingNote(key);
  if (!note) return;
  const quiet = quietUntil(new Date(), note);
  if (quiet) return enqueue(PUSH_JOB, key, { startAfter: quiet });
  const sent = await sendPush(note, payloadOf(note, key.tag), signal, allowed);
  if (sent.outcome === "later") return tryLater(key, note, sent.seconds);
  if (sent.outcome === "sent") return recordSent(key, note);
  await giveUp(key, note, sent);
}

function payloadOf(
  { endpoint, kind, path, title, text, hidden, language }: WaitingNote,
  tag: string,
): PushPayload {
  const locale = isLocale(language) ? language : baseLocale;
  const showsText = hidden !== true && text !== "";
  return {
    tag,
    title: (hidden !== true && title) || m.push_title({}, { locale }),
    text: showsText ? text : hiddenText(kind, { locale }),
    path: localizedHref(path ?? href("/notifications"), locale),
    lang: locale,
    always: mustShow(endpoint),
  };
}

/** Safari ends the subscription of a site that got a message and showed no notification. */
function mustShow(endpoint: string): boolean {
  return new URL(endpoint).hostname.endsWith(".push.apple.com");
}

async function recordSent({ subscription, tag }: NoteKey, { version }: WaitingNote): Promise<void> {
  const { rows } = await sql<{ isTold: boolean }>`
    with told as (
      update push_notes set sent_at = now(), title = '', content = ''
      where subscription_id = ${subscription} and tag = ${tag} and created_at::text = ${version}
      returning tag
    )
    select exists (select from told)
      -- A later note has a job of its own.
      or exists (select from push_notes where subscription_id = ${subscription} and tag = ${tag}) as "isTold"
  `.execute(db());
  // It was read while it was sent.
  if (rows[0]?.isTold === false) await enqueue(TAKE_BACK_JOB, { subscription, tag });
}

async function tryLater(key: NoteKey, { tries, version }: WaitingNote, asked: number): Promise<void> {
  const pause = PAUSES[tries];
  if (pause === undefined) return deleteNote(key, version);
  const seconds = Math.min(Math.max(pause, asked), LONGEST_PAUSE_SECONDS);
  await sql`
    update push_notes set tries = tries + 1
    where subscription_id = ${key.subscription} and tag = ${key.tag} and created_at::text = ${version}
  `.execute(db());
  await enqueue(PUSH_JOB, key, { startAfter: new Date(Date.now() + seconds * 1_000) });
}

async function giveUp(
  key: NoteKey,
  { version }: WaitingNote,
  { outcome, ...facts }: PushOutcome,
): Promise<void> {
  if (outcome === "gone") return deleteSubscription(key.subscription);
  logger.warn({ ...facts, subscription: key.subscription }, "a push service refused a message");
  await deleteNote(key, version);
}

async function deleteNote({ subscription, tag }: NoteKey, version: string): Promise<void> {
  await sql`
    delete from push_notes
    where subscription_id = ${subscription} and tag = ${tag} and created_at::text = ${version}
  `.execute(db());
}

async function deleteSubscription(id: string): Promise<void> {
  await db().deleteFrom("push_subscriptions").where("id", "=", id).execute();
}

/** Closes a notification that was read elsewhere, except in browsers that must show something for each message. */
async function takeBack(
  { subscription, tag }: NoteKey,
  signal: AbortSignal,
  allowed: AllowedHosts,
): Promise<void> {
  const { rows } = await sql<PushTarget>`
    select endpoint, p256dh, auth from push_subscriptions
    where id = ${subscription} and session_id is not null and server_key = ${publicPushKey()}
      -- A later note with this tag replaces what is shown.
      and not exists (select from push_notes where subscription_id = ${subscription} and tag = ${tag})
  `.execute(db());
  const [target] = rows;
  if (!target || mustShow(target.endpoint)) return;
  const sent = await sendPush(target, { tag, close: true }, signal, allowed);
  if (sent.outcome === "later") throw new TryAgain("A push service is away.");
  if (sent.outcome === "gone") await deleteSubscription(subscription);
}

/** Deletes what no push service keeps any more, and the browsers that were signed out or know another key of ours. */
export async function deleteOldPushes(): Promise<void> {
  await sql`
    delete from push_notes where created_at < now() - make_interval(secs => ${KEPT_SECONDS})
  `.execute(db());
  await sql`
    delete from push_subscriptions where session_id is null or server_key <> ${publicPushKey()}
  `.execute(db());
}
