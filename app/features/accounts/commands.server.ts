import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { z } from "zod";
import { deleteAcceptances, recordAcceptance } from "#app/features/legal/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { auth, resetTokenFor, withAuthIn } from "#app/platform/auth.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { saveLanguage } from "#app/platform/profile.server.ts";
import {
  clientAddress,
  limit,
  limitInTransaction,
  refundUse,
  resetLimit,
} from "#app/platform/rate-limit.server.ts";
import { lookForSignals } from "#app/platform/recent-signals.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { notifyAccount } from "./account-notices.server.ts";
import { attemptsKey, resetAttempts } from "./devices.server.ts";
import type { Person } from "./mail-template.server.ts";
import { knownAddressMail, passwordChangedMail, resetMail, verificationMail } from "./mails.server.ts";
import { refuseWeakPassword } from "./password-faults.server.ts";
import { providerName } from "./provider-notices.server.ts";
import {
  isUsernameTaken,
  neverVerified,
  ownerOfResetToken,
  userById,
  userByIdentifier,
} from "./queries.server.ts";
import { identifierKind } from "./schema.ts";
import { requestDetails } from "./security/device-names.server.ts";
import { identitiesOf } from "./security/identities.server.ts";
import { signUpBrowserCookie } from "./sign-up-browser.server.ts";
import { verificationToken } from "./verification.server.ts";

const usernameTaken = () => faultAt("username", m.auth_username_taken());

interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The version of the terms that the person accepts with the form. */
  readonly terms?: string | undefined;
}

/**
 * Creates an account with an unverified email address, and mails the verification link, which then redirects to `next`.
 * An account that was never verified is replaced: only the owner of the mailbox may decide which password is valid.
 * If the email address has an account, its owner gets a mail instead.
 * @returns headers that set the cookie of the browser that signed up
 * @throws Refused beside its field for a username that is taken, and for a password that is easy to guess
 */
export async function signUp(request: Request, form: NewAccount, next = "/"): Promise<Headers> {
  const client = clientAddress(request);
  await limit("sign_up_client", client);
  await refuseWeakPassword(form.password, form);
  const userId = await db()
    .transaction()
    .execute((trx) => createAccount(trx, form, next))
    .catch((error) => {
      // Nobody waits for it: in an outage it fails too, or takes long.
      if (!(error instanceof Refused)) refundUse("sign_up_client", client).catch(cannotRefund);
      throw error;
    });
  lookForSignals();
  // Hashes the password also without a new account, so that the response time does not reveal that one exists.
  if (userId === null) await (await auth().$context).password.hash(form.password);
  return new Headers({ "set-cookie": signUpBrowserCookie(userId) });
}

const cannotRefund = (error: unknown) =>
  logger.warn({ err: error }, "a failed sign-up counts for its client");

type Transactional = Parameters<typeof withAuthIn>[0];

/**
 * Takes a lock on an email address, so that its account is created, replaced or verified by one transaction at a time.
 */
export async function lockAddress(trx: Transactional, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(trx);
}

/** The id of the new user, or null if the email address has an account. */
async function createAccount(
  trx: Transactional,
  { username, email, password, terms }: NewAccount,
  next: string,
): Promise<string | null> {
  await lockAddress(trx, email);
  // In the transaction: a sign-up that is cut off does not count.
  await limitInTransaction(trx, "sign_up_address", email);
  await trx
    .deleteFrom("users")
    .where("id", "in", neverVerified(trx).where("users.email", "=", email))
    .execute();
  if (await isUsernameTaken(username, null, trx)) throw usernameTaken();
  const owner = await userByIdentifier(email, trx);
  if (owner) {
    await sendMail(knownAddressMail(owner), trx);
    return null;
  }
  const { user } = await withAuthIn(trx, () =>
    auth().api.signUpEmail({ body: { name: username, email, password } }),
  );
  const profile = await trx
    .insertInto("profiles")
    .values({ id: user.id, username, email })
    // Waits for a transaction that writes the same or a similar name, and lets that one win.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!profile) throw usernameTaken();
  const language = getLocale();
  await saveLanguage(trx, user.id, language, { chosen: false });
  await recordAcceptance(user.id, terms, trx);
  await sendVerification({ id: user.id, email, username, language }, next, trx);
  return user.id;
}

/** Mails the link that verifies the email address and then redirects to `next`. */
export async function sendVerification(
  user: Person & { id: string },
  next: string,
  queries?: Queries,
): Promise<void> {
  const providers = (await identitiesOf(user.id, queries)).flatMap(({ way }) =>
    way === "password" ? [] : [providerName(way)],
  );
  await sendMail(verificationMail(user, { token: await verificationToken(user), next, providers }), queries);
}

/**
 * Starts a session, or the challenge for a user with a second factor. A username is resolved on the server; the
 * answer never contains the email address. `headers` set the cookie.
 * @throws Refused beside its field for a wrong username or password; "address_unverified"
 */
export async function signIn(
  request: Request,
  { identifier, password }: { identifier: string; password: string },
): Promise<{ isChallenge: boolean; headers: Headers }> {
  const client = clientAddress(request);
  await limit("sign_in_client", client);
  const user = await userByIdentifier(identifier);
  const kind = identifierKind(identifier);
  if (!user && kind === "username") throw faultAt("identifier", m.auth_username_not_found());
  const email = user?.email ?? identifier;
  const tries = await attemptsKey(request, email);
  await limit("sign_in_account", tries);
  try {
    const { headers, response } = await auth().api.signInEmail({
      body: { email, password },
      headers: request.headers,
      returnHeaders: true,
    });
    await Promise.all([refundUse("sign_in_client", client), resetLimit("sign_in_account", tries)]);
    return { isChallenge: isChallenge(response), headers };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.body?.code === "EMAIL_NOT_VERIFIED") throw new Refused("address_unverified");
    if (error.statusCode >= 500) throw error;
    throw faultAt("password", kind === "email" ? m.auth_wrong() : m.auth_wrong_username());
  }
}

/** Mails another verification link if the email address is not verified. The answer is the same if it is. */
export async function resendVerification(request: Request, identifier: string): Promise<void> {
  await limit("resend_client", clientAddress(request));
  await limit("resend_account", identifier.toLowerCase());
  const user = await userByIdentifier(identifier);
  if (user && !user.verified) await sendVerification(user, "/");
}

/**
 * Mails a link for a new password if the email address has an account. A job looks the account up, so that the answer
 * and its time are the same without an account.
 */
export async function requestReset(request: Request, email: string): Promise<void> {
  await limitReset(request, email);
  await enqueue(RESET_JOB, { email });
}

/** Mails a reset link to the signed-in user. It needs no job, because this user may see that an account exists. */
export async function requestOwnReset(request: Request, email: string): Promise<void> {
  await limitReset(request, email);
  await mailReset({ email });
}

async function limitReset(request: Request, email: string): Promise<void> {
  await limit("reset_client", clientAddress(request));
  await limit("reset_address", await attemptsKey(request, email));
}

export const RESET_JOB = "password-reset";

const resetJob = z.object({ email: z.string() });

/** Creates a reset link and mails it, if the email address has an account. */
export async function mailReset(data: unknown): Promise<void> {
  const { email } = resetJob.parse(data);
  const reset = await resetTokenFor(email);
  const user = reset && (await userById(reset.userId));
  if (reset && user) await sendMail(resetMail(user, reset.token));
}

/**
 * Sets a new password by a reset link. It ends every session of the user, resets their sign-in limit and notifies
 * them by mail.
 * @throws Refused "link_dead" when the link is invalid, expired or used; for a password that is easy to guess
 */
export async function resetPassword(
  request: Request,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await limit("new_password_client", clientAddress(request));
  const owner = await ownerOfResetToken(token);
  if (!owner) throw deadResetLink();
  const person = await userById(owner);
  if (person) await refuseWeakPassword(password, person);
  try {
    await db()
      .transaction()
      .execute(async (trx) => {
        await withAuthIn(trx, () => auth().api.resetPassword({ body: { token, newPassword: password } }));
        // If the email address was not verified, another person may have signed up with it and accepted the terms.
        if (person && !person.verified) await deleteAcceptances(owner, trx);
        if (person) await sendMail(passwordChangedMail(person, requestDetails(request)), trx);
        await notifyAccount(owner, "password", trx);
      });
  } catch (error) {
    throw isAPIError(error) && error.statusCode < 500 ? deadResetLink() : error;
  }
  if (person) await resetAttempts(person.email);
  await publishSessionsEnded(owner);
}

function deadResetLink(): Refused {
  return new Refused("link_dead", { text: m.auth_reset_dead() });
}
