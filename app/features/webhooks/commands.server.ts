import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { userById } from "#app/features/accounts/queries.server.ts";
import { keptKeyName, revokeApiKey } from "#app/features/api/keys.server.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { runNow } from "#app/platform/jobs.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { sendSigned } from "./deliver.server.ts";
import { deleteDeliveriesTo, giveUpWaiting } from "./deliveries.server.ts";
import { TEST_EVENT } from "./events.ts";
import { WEBHOOKS_JOB } from "./jobs.server.ts";
import { setByKeyMail } from "./mails.server.ts";
import { type DeliveryRow, deliveryRow } from "./queries.server.ts";
import { FORMER_SECRET_HOURS, MAX_WEBHOOKS } from "./rules.ts";
import type { WebhookInput } from "./schema.ts";
import { type Answered, webhookHosts } from "./send.server.ts";
import { newSigningSecret } from "./signature.server.ts";

/** @throws Refused "invalid" for an address that is neither https on its usual port nor on a shop's own machine */
function checkAddress(text: string): void {
  const { protocol, port } = new URL(text);
  if ((protocol !== "https:" || port !== "") && !isOnThisMachine(env()))
    throw faultAt("url", m.webhook_url_wrong());
}

/**
 * Tells the owner that a program has set the address of a webhook with this key, which ends with the key then (`revokeKey`).
 * @throws Refused "key_invalid" if it was revoked meanwhile
 */
async function tellOfKey(
  trx: Transaction<DB>,
  viewer: Viewer,
  { keyId, id, url }: { readonly keyId: string; readonly id: string; readonly url: string },
): Promise<void> {
  const key = await keptKeyName(trx, keyId);
  const owner = await userById(viewer.id, trx);
  if (owner) await sendMail(setByKeyMail(owner, { id, url, key }), trx);
}

/**
 * Adds a webhook, which is on.
 * @param keyId the key of the program that adds it; null for its owner
 * @throws Refused "too_often", "webhook_many", "invalid", "key_invalid"
 */
export async function addWebhook(
  viewer: Viewer,
  { url, types }: WebhookInput,
  keyId: string | null = null,
): Promise<{ id: string; secret: string }> {
  await limit("webhook_write", viewer.id);
  checkAddress(url);
  const { secret, sealed } = await newSigningSecret();
  const id = await db()
    .transaction()
    .execute(async (trx) => {
      // Locks the person, so that concurrent forms cannot exceed the limit.
      await sql`select from profiles where id = ${viewer.id} for no key update`.execute(trx);
      const { count } = await trx
        .selectFrom("webhook_endpoints")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", viewer.id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_WEBHOOKS) throw new Refused("webhook_many", { max: MAX_WEBHOOKS });
      const row = await trx
        .insertInto("webhook_endpoints")
        .values({ user_id: viewer.id, url, types: [...types], secret: sealed, key_id: keyId })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (keyId !== null) await tellOfKey(trx, viewer, { keyId, id: row.id, url });
      return row.id;
    });
  return { id, secret };
}

interface Locked {
  readonly url: string;
  readonly secret: string;
  readonly off: string | null;
}

async function changing<Result>(
  viewer: Viewer,
  id: string,
  change: (trx: Transaction<DB>, webhook: Locked) => Promise<Result>,
): Promise<Result> {
  if (!isId(id)) throw new Refused("webhook_gone");
  return db()
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom("webhook_endpoints")
        .select(["url", "secret", "off", "user_id"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!row || !can(viewer, "change", { kind: "webhook", userId: row.user_id }))
        throw new Refused("webhook_gone");
      return change(trx, row);
    });
}

/** Nothing is held against an endpoint that begins anew. */
const FRESH = { failing_since: null, unanswered: 0, rests_until: null, slow: false };

/**
 * Changes what is given. A webhook that is turned off forgets what waits, except that it can be sent again.
 * @param keyId the key of the program that changes it; null for its owner
 * @throws Refused "too_often", "webhook_gone", "invalid", "key_invalid"
 */
export async function changeWebhook(
  viewer: Viewer,
  id: string,
  input: {
    readonly url?: string | undefined;
    readonly types?: readonly string[] | undefined;
    readonly active?: boolean | undefined;
  },
  keyId: string | null = null,
): Promise<void> {
  await limit("webhook_write", viewer.id);
  const { url, types, active } = input;
  if (url !== undefined) checkAddress(url);
  await changing(viewer, id, async (trx, { url: before, off }) => {
    const isMoved = url !== undefined && url !== before;
    const isTurned = active !== undefined && active !== (off === null);
    await trx
      .updateTable("webhook_endpoints")
      .set({
        url: url ?? before,
        ...(types && { types: [...types] }),
        ...(isTurned && { off: active ? null : "person" }),
        ...(isMoved && { key_id: keyId }),
        ...((isMoved || isTurned) && FRESH),
      })
      .where("id", "=", id)
      .execute();
    if (isMoved && keyId !== null) await tellOfKey(trx, viewer, { keyId, id, url });
  });
  if (active === false) await giveUpWaiting(id);
}

/**
 * Revokes a key of the API, and turns off the webhooks whose addresses it set: a thief of the key may have set them.
 * @returns how many
 * @throws Refused "too_often", "key_gone"
 */
export async function revokeKey(viewer: Viewer, keyId: string): Promise<number> {
  const ended = await revokeApiKey(viewer, keyId, (trx) =>
    trx
      .updateTable("webhook_endpoints")
      .set({ off: "key" })
      .where("key_id", "=", keyId)
      .where("off", "is", null)
      .returning("id")
      .execute(),
  );
  for (const { id } of ended) await giveUpWaiting(id);
  return ended.length;
}

/**
 * Gives a webhook a new secret. The one before signs too, for a day.
 * @throws Refused "too_often", "webhook_gone"
 */
export async function rotateWebhookSecret(viewer: Viewer, id: string): Promise<string> {
  await limit("webhook_write", viewer.id);
  const { secret, sealed } = await newSigningSecret();
  await changing(viewer, id, (trx, { secret: former }) =>
    trx
      .updateTable("webhook_endpoints")
      .set({
        secret: sealed,
        former_secret: former,
        former_until: sql<Date>`now() + make_interval(hours => ${FORMER_SECRET_HOURS})`,
      })
      .where("id", "=", id)
      .execute(),
  );
  return secret;
}

/** Deletes a webhook and its deliveries. @throws Refused "too_often", "webhook_gone" */
export async function deleteWebhook(viewer: Viewer, id: string): Promise<void> {
  await limit("webhook_write", viewer.id);
  // It is turned off first, so that no new delivery is written while the others are deleted.
  await changing(viewer, id, (trx) =>
    trx.updateTable("webhook_endpoints").set({ off: "person" }).where("id", "=", id).execute(),
  );
  await deleteDeliveriesTo(id);
  await db().deleteFrom("webhook_endpoints").where("id", "=", id).execute();
}

/**
 * Sends a test to a webhook now, also to one that is off, and waits for the answer. It is not tried again.
 * @throws Refused "too_often", "webhook_gone"
 */
export async function testWebhook(
  viewer: Viewer,
  id: string,
): Promise<DeliveryRow & Pick<Answered, "taken">> {
  await limit("webhook_send", viewer.id);
  const { url, secret } = await changing(viewer, id, (_, webhook) => Promise.resolve(webhook));
  const test = { id: randomUUID(), type: TEST_EVENT, data: { webhook_id: id }, created_at: new Date() };
  const { signal } = new AbortController();
  const sending = { signal, allowed: webhookHosts() };
  const tried = await sendSigned({ url, secret, formerSecret: null }, test, sending);
  const { taken, status, fault, answer, tookMs: took_ms } = tried;
  await changing(viewer, id, (trx) =>
    trx
      .insertInto("webhook_deliveries")
      .values({
        ...test,
        data: JSON.stringify(test.data),
        endpoint_id: id,
        thing: test.id,
        state: taken ? "delivered" : "failed",
        tries: 1,
        tried_at: new Date(),
        ...{ status, fault, answer, took_ms },
      })
      .execute(),
  );
  return { ...(await deliveryRow(id, test.id)), taken };
}

/**
 * Sends a delivery again, with the same id, and tries as long as with a new one.
 * @throws Refused "too_often", "webhook_gone", "webhook_delivery_gone", "webhook_off"
 */
export async function replayDelivery(viewer: Viewer, id: string, delivery: string): Promise<DeliveryRow> {
  await limit("webhook_replay", viewer.id);
  if (!isId(delivery)) throw new Refused("webhook_delivery_gone");
  await changing(viewer, id, async (trx, { off }) => {
    if (off !== null) throw new Refused("webhook_off");
    const { numUpdatedRows } = await trx
      .updateTable("webhook_deliveries")
      .set({ state: "waiting", tries: 0, next_at: sql<Date>`now()` })
      .where("id", "=", delivery)
      .where("endpoint_id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refused("webhook_delivery_gone");
  });
  runNow(WEBHOOKS_JOB);
  return deliveryRow(id, delivery);
}
