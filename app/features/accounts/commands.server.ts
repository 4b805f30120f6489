import { isAPIError } from "better-auth/api";
import { sql } from "kysely";
import { z } from "zod";
import { getLocale, locales } from "#app/paraglide/runtime.js";
import { auth, resetTokenFor, withAuthIn } from "#app/platform/auth.server.ts";
import { isChallenge } from "#app/platform/auth-second-factor.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { saveFirstLanguage } from "#app/platform/profile.server.ts";
import {
  clientAddress,
  type LimitName,
  refundUse,
  resetLimit,
  secondsToWait,
} from "#app/platform/rate-limit.server.ts";
import { inRequest } from "#app/platform/request-context.server.ts";
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
import { readVerificationToken, verificationToken } from "./verification.server.ts";

/** Too often: how long to wait. */
export type Limited = { kind: "limited"; seconds: number };

/** The new password is easy to guess. */
export type Weak = { kind: "weak"; fault: PasswordFault };

/** Counts one use of each, and answers when one of them is one too many. */
export async function limited(...uses: [LimitName, string][]): Promise<Limited | null> {
  for (const [name, key] of uses) {
    const seconds = await secondsToWait(name, key);
    if (seconds !== null) return { kind: "limited", seconds };
  }
  return null;
}

class UsernameTaken extends Error {}

/**
 * Makes an account that waits for its address to be verified, and mails the link, which leads on to `next` (A4.23,
 * A5.4).
 * "sent" is also the answer when the address has an account already, whose owner is told by mail. An account
 * that never was verified is replaced: who holds the mailbox decides in the end which password counts.
 */
export async function signUp(
  request: Request,
  form: { username: string; email: string; password: string },
  next = "/",
): Promise<{ kind: "sent" } | { kind: "username-taken" } | Weak | Limited> {
  const wait = await limited(["sign_up_client", clientAddress(request)], ["sign_up_address", form.email]);
  if (wait) return wait;
  const fault = await passwordFault(form.password, form);
  if (fault) return { kind: "weak", fault };
  try {
    const isNew = await db()
      .transaction()
      .execute((trx) => createAccount(trx, form, next));
    // As much work as for a new one, so that the time tells nobody whether the address was known.
    if (!isNew) await (await auth().$context).password.hash(form.password);
    return { kind: "sent" };
  } catch (error) {
    if (error instanceof UsernameTaken) return { kind: "username-taken" };
    throw error;
  }
}

type Transactional = Parameters<typeof withAuthIn>[0];

/** What makes, replaces or verifies the account of an address takes turns with whatever else does. */
export async function lockAddress(trx: Transactional, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${email}`}, 0))`.execute(trx);
}

async function createAccount(
  trx: Transactional,
  { username, email, password }: { username: string; email: string; password: string },
  next: string,
): Promise<boolean> {
  await lockAddress(trx, email);
  await trx
    .deleteFrom("users")
    .where("id", "in", neverVerified(trx).where("users.email", "=", email))
    .execute();
  if (await isUsernameTaken(username, null, trx)) throw new UsernameTaken();
  const owner = await userByIdentifier(email, trx);
  if (owner) {
    await sendMail(knownAddressMail(owner), trx);
    return false;
  }
  const { user } = await withAuthIn(trx, () =>
    auth().api.signUpEmail({ body: { name: username, email, password } }),
  );
  const profile = await trx
    .insertInto("profiles")
    .values({ id: user.id, username, email })
    // Waits for a transaction that is writing the same name, or one that looks the same, and lets it win.
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!profile) throw new UsernameTaken();
  await saveFirstLanguage(trx, user.id);
  await sendVerification({ id: user.id, email, username }, next, trx);
  return true;
}

/** Mails the link that shows an address to be its owner's, and leads on to `next`. */
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
 * Starts a session, or for who has one the challenge of a second factor. A username is resolved here; the answer never
 * holds the address. `headers` carry the cookie.
 */
export async function signIn(
  request: Request,
  { identifier, password }: { identifier: string; password: string },
): Promise<
  | { kind: "signed-in" | "challenge"; headers: Headers }
  | { kind: "username-not-found" | "wrong" | "unverified" }
  | Limited
> {
  const client = clientAddress(request);
  const flood = await limited(["sign_in_client", client]);
  if (flood) return flood;
  const user = await userByIdentifier(identifier);
  if (!user && identifierKind(identifier) === "username") return { kind: "username-not-found" };
  const email = user?.email ?? identifier;
  const tries = await attemptsKey(request, email);
  const wait = await limited(["sign_in_account", tries]);
  if (wait) return wait;
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

/** Mails another verification link if there is something to verify; the answer is the same if there is not. */
export async function resendVerification(
  request: Request,
  identifier: string,
): Promise<{ kind: "sent" } | Limited> {
  const wait = await limited(
    ["resend_client", clientAddress(request)],
    ["resend_account", identifier.toLowerCase()],
  );
  if (wait) return wait;
  const user = await userByIdentifier(identifier);
  if (user && !user.verified) await sendVerification(user, "/");
  return { kind: "sent" };
}

/**
 * Verifies the address of a link and signs its owner in. A link that was used signs nobody in again: it may lie
 * in a browser's history or a forwarded mail.
 */
export async function verifyAddress(
  request: Request,
  token: string,
): Promise<
  | { kind: "verified"; headers: Headers; username: string; challenge: boolean; issuedAt: Date }
  | { kind: "used"; userId: string }
  | { kind: "dead" }
  | Limited
> {
  const wait = await limited(["verify_client", clientAddress(request)]);
  if (wait) return wait;
  const claim = await readVerificationToken(token);
  if (!claim) return { kind: "dead" };
  return db()
    .transaction()
    .execute(async (trx) => {
      // Better Auth verifies whoever has the address, which must still be the one whom the link is for.
      await lockAddress(trx, claim.email);
      const user = await userById(claim.userId, trx);
      if (user?.email !== claim.email) return { kind: "dead" };
      if (user.verified) return { kind: "used", userId: user.id };
      const { headers, response } = await withAuthIn(trx, () =>
        auth().api.verifyEmail({ query: { token }, headers: request.headers, returnHeaders: true }),
      );
      const { issuedAt } = claim;
      return {
        kind: "verified",
        headers,
        username: user.username,
        challenge: isChallenge(response),
        issuedAt,
      };
    });
}

/**
 * Has a link to a new password mailed if somebody has this address. Whether somebody does is asked by a job, so that the
 * answer is the same, after the same work, if nobody has.
 */
export async function requestReset(request: Request, email: string): Promise<{ kind: "sent" } | Limited> {
  const wait = await resetLimited(request, email);
  if (wait) return wait;
  await enqueue(RESET_JOB, resetOf(email));
  return { kind: "sent" };
}

/** The same for who is signed in and has this address: at once, so that they are told when it fails. */
export async function requestOwnReset(request: Request, email: string): Promise<{ kind: "sent" } | Limited> {
  const wait = await resetLimited(request, email);
  if (wait) return wait;
  await mailReset(resetOf(email));
  return { kind: "sent" };
}

async function resetLimited(request: Request, email: string): Promise<Limited | null> {
  return limited(
    ["reset_client", clientAddress(request)],
    ["reset_address", await attemptsKey(request, email)],
  );
}

/** The job that `requestReset` leaves the rest to. */
export const RESET_JOB = "password-reset";

const resetJob = z.object({ email: z.string(), locale: z.enum(locales) });

const resetOf = (email: string): z.infer<typeof resetJob> => ({ email, locale: getLocale() });

/** Makes the link and mails it, if somebody has the address. */
export async function mailReset(data: unknown): Promise<void> {
  const { email, locale } = resetJob.parse(data);
  const reset = await resetTokenFor(email);
  const user = reset && (await userById(reset.userId));
  if (reset && user) await inRequest({ id: "", locale }, () => sendMail(resetMail(user, reset.token)));
}

/**
 * Sets the password of a reset link's owner, ends every session of theirs, lifts the limit on their sign-in and says so
 * by mail.
 */
export async function resetPassword(
  request: Request,
  { token, password }: { token: string; password: string },
): Promise<{ kind: "done" } | { kind: "dead" } | Weak | Limited> {
  const wait = await limited(["new_password_client", clientAddress(request)]);
  if (wait) return wait;
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
