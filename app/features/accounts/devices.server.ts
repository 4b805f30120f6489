import { sql } from "kysely";
import { baseLocale } from "#app/paraglide/runtime.js";
import { DEVICE_SECONDS, deviceCookieName } from "#app/platform/auth-cookies.server.ts";
import type { SignIn } from "#app/platform/auth-devices.server.ts";
import { db, inTransaction, type Queries } from "#app/platform/db.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { saveLanguage } from "#app/platform/profile.server.ts";
import { resetLimit } from "#app/platform/rate-limit.server.ts";
import { signedCookieOf } from "#app/platform/session.server.ts";
import { noteUse } from "#app/platform/session-use.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { notifyAccount } from "./account-notices.server.ts";
import { isMailWanted } from "./mail-preferences.server.ts";
import { mailLocale } from "./mail-template.server.ts";
import { newDeviceMail } from "./mails.server.ts";
import { userById } from "./queries.server.ts";
import { deviceOf, networkOf } from "./security/device-names.server.ts";

function hashed(...parts: string[]): string {
  return hashOf(parts.join("\n"));
}

/**
 * The key of the rate limits for an account: sign-in attempts, and requests for codes and reset links. A browser that
 * signed in to the account before has its own counters, so that strangers cannot lock the owner out there. All other
 * browsers share the counters of `to`.
 * @param to an email address or a phone number in E.164, with or without an account
 */
export async function attemptsKey(request: Request, to: string): Promise<string> {
  const cookie = signedCookieOf(request, deviceCookieName());
  if (!cookie) return to;
  const devices = await devicesKnown(to);
  const knownDevice = devices.find(({ user_id, device }) => device === hashed(user_id, cookie.token));
  return knownDevice ? keyOn(knownDevice.device) : to;
}

const keyOn = (device: string) => `device ${device}`;

/** Resets all counters of wrong passwords at an account: the shared one, and those of its known browsers. */
export async function resetAttempts(email: string): Promise<void> {
  const keys = [email, ...(await devicesKnown(email)).map(({ device }) => keyOn(device))];
  await Promise.all(keys.map((key) => resetLimit("sign_in_account", key)));
}

function devicesKnown(to: string): Promise<{ user_id: string; device: string }[]> {
  return db()
    .selectFrom("known_devices")
    .innerJoin("users", "users.id", "known_devices.user_id")
    .select(["user_id", "device"])
    .where((where) =>
      where.or([
        where("users.email", "=", to),
        where.and([where("users.phone_number", "=", to), where("users.phone_number_verified", "=", true)]),
      ]),
    )
    .execute();
}

/** Records the browser and the language of a sign-in. */
export async function recordSignIn(signIn: SignIn): Promise<void> {
  // A stranger may have signed in, so the mail about a new browser is in the language that was stored before.
  await recordDevice(signIn);
  const { userId, language } = signIn;
  await inTransaction((trx) => saveLanguage(trx, userId, language, { chosen: false }));
  await noteUse(userId, null);
}

/**
 * Notifies the owner, also by mail, when the account was never used from this browser. A browser is known by its cookie,
 * or by its kind and network. The first sign-in of an account does not notify (docs/decisions/0025-mail.md).
 */
async function recordDevice({ userId, device, headers, at }: SignIn): Promise<void> {
  const userAgent = headers.get("user-agent");
  // A program of another kind than browsers is known by what it calls itself.
  const kind = deviceOf(userAgent, { locale: baseLocale }).name ?? userAgent?.slice(0, 100);
  const network = networkOf(headers.get("x-client-ip"));
  await inTransaction(async (trx) => {
    // Two concurrent sign-ins from one new browser count as one new browser.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`devices ${userId}`}, 0))`.execute(trx);
    const isNew = await storeAndCheckIfNew(trx, {
      user_id: userId,
      device: hashed(userId, device),
      // A browser without a user agent or a network is recognised only by its cookie.
      place: hashed(userId, kind ?? device, network ?? device),
    });
    if (!isNew) return;
    await notifyAccount(userId, "new-device", trx);
    if (!(await isMailWanted({ userId, topic: "account" }, trx))) return;
    const person = await userById(userId, trx);
    if (!person) return;
    const { name } = deviceOf(userAgent, mailLocale(person));
    await sendMail(newDeviceMail(person, { at, device: name, address: network }), trx);
  });
}

async function storeAndCheckIfNew(
  trx: Queries,
  seen: { user_id: string; device: string; place: string },
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean; known: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(device = ${seen.device} or place = ${seen.place}), false) as known
    from known_devices where user_id = ${seen.user_id}
  `.execute(trx);
  await trx
    .insertInto("known_devices")
    .values(seen)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "device"])
        .doUpdateSet({ place: seen.place, last_used_at: sql<Date>`now()` }),
    )
    .execute();
  return rows[0]?.any === true && !rows[0].known;
}

/**
 * Deletes browsers whose cookie has expired. The last browser of each account stays, so a sign-in years later still
 * notifies.
 */
export async function deleteExpiredDevices(): Promise<void> {
  await sql`
    delete from known_devices where last_used_at < now() - make_interval(secs => ${DEVICE_SECONDS}) and exists (
      select from known_devices as later
      where later.user_id = known_devices.user_id and later.last_used_at > known_devices.last_used_at
    )
  `.execute(db());
}
