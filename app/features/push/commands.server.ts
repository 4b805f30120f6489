import { createECDH } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { timeZoneIn } from "#app/domain/choices.ts";
import type { NoticeKind } from "#app/domain/notification-kinds.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { db, inTransaction } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { sessionTokenOf } from "#app/platform/session.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { publicPushKey } from "./keys.server.ts";
import { type ChosenKinds, type Manner, PUSHED_KINDS, type Subscribed } from "./schema.ts";

/** No real person has so many browsers. Those that are told something stay, and the ones that were seen last. */
const MOST_SUBSCRIPTIONS = 20;

/**
 * Stores where this browser takes messages. It belongs to the session: when that ends, nothing more is sent. What was
 * chosen for the browser stays chosen when the same person subscribes it again, also at another address and in another
 * session. A new one begins with what its person has chosen for the browser that was seen last.
 * @throws Refused "form_broken": a key that is none, or a browser that subscribed with other keys; "too_often"
 */
export async function subscribeBrowser(
  request: Request,
  viewer: Viewer,
  { endpoint, p256dh, auth, before }: Subscribed,
): Promise<void> {
  await limit("push_subscribe", viewer.id);
  if (!isPoint(p256dh)) throw new Refused("form_broken");
  const token = sessionTokenOf(request)?.token ?? "";
  await inTransaction(async (trx) => {
    // Somebody else used this browser before. Only the browser itself has its keys.
    await sql`
      delete from push_subscriptions
      where endpoint = ${endpoint} and user_id <> ${viewer.id} and p256dh = ${p256dh} and auth = ${auth}
    `.execute(trx);
    const { rows } = await sql<{ id: string; sessionId: string }>`
      insert into push_subscriptions as stored (user_id, session_id, endpoint, p256dh, auth, server_key, off_kinds)
      select user_id, id, ${endpoint}, ${p256dh}, ${auth}, ${publicPushKey()}, coalesce((
        select off_kinds from push_subscriptions as earlier where earlier.user_id = sessions.user_id
        order by earlier.endpoint is not distinct from ${before ?? null} desc,
          (earlier.session_id = sessions.id) desc nulls last, seen_at desc
        limit 1
      ), '{}')
      from sessions where token = ${token} and user_id = ${viewer.id}
      on conflict (endpoint) do update
        set session_id = excluded.session_id, server_key = excluded.server_key, seen_at = now()
        where stored.user_id = excluded.user_id and stored.p256dh = excluded.p256dh and stored.auth = excluded.auth
      returning id, session_id as "sessionId"
    `.execute(trx);
    const [stored] = rows;
    if (!stored) throw new Refused("form_broken");
    await deleteSuperfluous(trx, viewer, { ...stored, before });
    await sql`
      insert into user_preferences as stored (user_id, time_zone)
      values (${viewer.id}, ${timeZoneIn(request.headers.get("cookie"))})
      on conflict (user_id) do update set time_zone = coalesce(excluded.time_zone, stored.time_zone)
    `.execute(trx);
  });
}

/** Whether a text is a point of the curve, without which nothing can be encrypted for the browser. */
function isPoint(p256dh: string): boolean {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh, "base64url");
    return true;
  } catch {
    return false;
  }
}

/** A browser has one subscription at a time, and a person has not too many. */
async function deleteSuperfluous(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id, sessionId, before }: { readonly id: string; readonly sessionId: string } & Pick<Subscribed, "before">,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where (session_id = ${sessionId} or user_id = ${viewer.id} and endpoint = ${before ?? null}) and id <> ${id}
  `.execute(trx);
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${viewer.id}
      order by (session_id is null), seen_at desc, id desc offset ${MOST_SUBSCRIPTIONS}
    )
  `.execute(trx);
}

/**
 * Tells a browser of the viewer nothing any more. It is no error if it is not subscribed. Until the sweep deletes it
 * (deleteOldPushes), its choices are known if it is subscribed again.
 */
export async function unsubscribeBrowser(viewer: Viewer, endpoint: string): Promise<void> {
  await limit("push_subscribe", viewer.id);
  await sql`
    with ended as (
      update push_subscriptions set session_id = null
      where endpoint = ${endpoint} and user_id = ${viewer.id} returning id
    )
    delete from push_notes using ended where subscription_id = ended.id
  `.execute(db());
}

/**
 * Chooses of which kinds a browser of the viewer is told. Names that are no kinds are ignored.
 * @param kinds those that are told, of those that the form has `shown`; the others stay as they are
 * @throws Refused "push_device_gone" for a browser that is not the viewer's, or not subscribed; "too_often"
 */
export async function choosePushedKinds(viewer: Viewer, { id, kinds, shown }: ChosenKinds): Promise<void> {
  await limit("notice_choices", viewer.id);
  const off = PUSHED_KINDS.filter((kind: NoticeKind) => shown.includes(kind) && !kinds.includes(kind));
  const { numAffectedRows } = await sql`
    update push_subscriptions set off_kinds =
      array(select kind from unnest(off_kinds) as kind where kind <> all (${shown}::text[])) || ${off}::text[]
    where id = ${id} and user_id = ${viewer.id} and session_id is not null
  `.execute(db());
  if (numAffectedRows === 0n) throw new Refused("push_device_gone");
}

/**
 * Chooses what notifications say, and when they wait. Without hours, they never wait.
 * @throws Refused beside the field `until` for one hour alone, or the same twice; "too_often"
 */
export async function choosePushManner(viewer: Viewer, { hidden, from, until }: Manner): Promise<void> {
  await limit("notice_choices", viewer.id);
  if ((from ?? until) !== undefined && (from === undefined || until === undefined || from === until))
    throw faultAt("until", m.push_quiet_fault());
  const chosen = {
    push_hidden: hidden === "on",
    quiet_from: from ?? null,
    quiet_until: until ?? null,
  };
  await db()
    .insertInto("user_preferences")
    .values({ user_id: viewer.id, ...chosen })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(chosen))
    .execute();
}

/**
 * For a transaction that gives the viewer's browser a new session: its subscription goes on with that.
 * @returns called with the token of the new session
 */
export async function keepSubscription(
  trx: Transaction<DB>,
  token: string,
): Promise<(newToken: string) => Promise<void>> {
  const { rows } = await sql<{ id: string }>`
    select push_subscriptions.id from push_subscriptions join sessions on sessions.id = session_id
    where sessions.token = ${token} for update of push_subscriptions
  `.execute(trx);
  const ids = rows.map(({ id }) => id);
  return async (newToken) => {
    await sql`
      update push_subscriptions set session_id = sessions.id from sessions
      where sessions.token = ${newToken} and push_subscriptions.id = any (${ids}::uuid[])
    `.execute(trx);
  };
}
