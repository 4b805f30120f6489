import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { z } from "zod";
import { deleteAcceptances, recordAcceptance } from "#app/features/legal/commands.server.ts";
import { getLocale } from "#app/paraglide/runtime.js";
import { auth, resetTokenFor, withAuthIn } from "#app/platform/auth.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { saveLanguage } from "#app/platform/profile.server.ts";
import { clientAddress, limit, refundUse, resetLimit } from "#app/platform/rate-limit.server.ts";
import { notifyAccount } from "./account-notices.server.ts";
import { attemptsKey, resetAttempts } from "./devices.server.ts";
import type { Person } from "./mail-template.server.ts";
import { knownAddressMail, passwordChangedMail, resetMail, verificationMail } from "./mails.server.ts";
import { type PasswordFault, passwordFault } from "./password-faults.server.ts";
import { providerName } from "./provider-notices.server.ts";
import {
  isUsernameTaken,
  neverVerified,
  ownerOfResetToken,
  userById,
  userByIdentifier,
} from "./queries.server.ts";
import { requestDetails } from "./request-details.server.ts";
import { identifierKind } from "./rules.ts";
import { identitiesOf } from "./security/identities.server.ts";
import { signUpBrowserCookie } from "./sign-up-browser.server.ts";
import { verificationToken } from "./verification.server.ts";

export type Weak = { kind: "weak"; fault: PasswordFault };

class UsernameTaken extends Error {}

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
 * @returns "sent", also when the email address has an account: then its owner gets a mail. `headers` set the cookie of
 * the browser that signed up. "weak" when the password is easy to guess
 */
export async function signUp(
  request: Request,
  form: NewAccount,
  next = "/",
): Promise<{ kind: "sent"; headers: Headers } | { kind: "username-taken" } | Weak> {
  await limit("sign_up_client", clientAddress(request));
  await limit("sign_up_address", form.email);
  const fault = await passwordFault(form.password, form);
  if (fault) return { kind: "weak", fault };
  try {
    const userId = await db()
      .transaction()
      .execute((trx) => createAccount(trx, form, next));
    // Hashes the password also without a new account, so that the response time does not reveal that one exists.
    if (userId === null) await (await auth().$context).password.hash(form.password);
    return { kind: "sent", headers: new Headers({ "set-cookie": signUpBrowserCookie(userId) }) };
  } catch (error) {
    if (error instanceof UsernameTaken) return { kind: "username-taken" };
    throw error;
  }
}

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
  await trx
    .deleteFrom("users")
    .where("id", "in", neverVerified(trx).where("users.email", "=", email))
    .execute();
  if (await isUsernameTaken(username, null, trx)) throw new UsernameTaken();
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
  if (!profile) throw new UsernameTaken();
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
 */
export async function signIn(
  request: Request,
  { identifier, password }: { identifier: string; password: string },
): Promise<
  | { kind: "signed-in" | "challenge"; headers: Headers }
  | { kind: "username-not-found" | "wrong" | "unverified" }
> {
  const client = clientAddress(request);
  await limit("sign_in_client", client);
  const user = await userByIdentifier(identifier);
  if (!user && identifierKind(identifier) === "username") return { kind: "username-not-found" };
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
    return { kind: isChallenge(response) ? "challenge" : "signed-in", headers };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.body?.code === "EMAIL_NOT_VERIFIED") return { kind: "unverified" };
    if (error.statusCode < 500) return { kind: "wrong" };
    throw error;
  }
}

/** Mails another verification link if the email address is not verified. The answer is the same if it is. */
export async function resendVerification(request: Request, identifier: string): Promise<{ kind: "sent" }> {
  await limit("resend_client", clientAddress(request));
  await limit("resend_account", identifier.toLowerCase());
  const user = await userByIdentifier(identifier);
  if (user && !user.verified) await sendVerification(user, "/");
  return { kind: "sent" };
}

/**
 * Mails a link for a new password if the email address has an account. A job looks the account up, so that the answer
 * and its time are the same without an account.
 */
export async function requestReset(request: Request, email: string): Promise<{ kind: "sent" }> {
  await limitReset(request, email);
  await enqueue(RESET_JOB, { email });
  return { kind: "sent" };
}

/** Mails a reset link to the signed-in user. It needs no job, because this user may see that an account exists. */
export async function requestOwnReset(request: Request, email: string): Promise<{ kind: "sent" }> {
  await limitReset(request, email);
  await mailReset({ email });
  return { kind: "sent" };
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
 * them by mail. Returns "dead" when the link is invalid, expired or used.
 */
export async function resetPassword(
  request: Request,
  { token, password }: { token: string; password: string },
): Promise<{ kind: "done" } | { kind: "dead" } | Weak> {
  await limit("new_password_client", clientAddress(request));
  const owner = await ownerOfResetToken(token);
  if (!owner) return { kind: "dead" };
  const person = await userById(owner);
  const fault = person && (await passwordFault(password, person));
  if (fault) return { kind: "weak", fault };
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
    if (isAPIError(error) && error.statusCode < 500) return { kind: "dead" };
    throw error;
  }
  if (person) await resetAttempts(person.email);
  await publishSessionsEnded(owner);
  return { kind: "done" };
}
