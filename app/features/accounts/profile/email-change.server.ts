import { randomUUID } from "node:crypto";
import { createEmailVerificationToken } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import type { Transaction } from "kysely";
import { href } from "react-router";
import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { auth, VERIFICATION_SECONDS, withAuthIn } from "#app/platform/auth.server.ts";
import { revokeOldAccess } from "#app/platform/auth-old-access.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { faultAt } from "#app/platform/submit.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { lockAddress } from "../commands.server.ts";
import {
  addressInUseMail,
  emailApprovalMail,
  emailChangedMail,
  emailConfirmationMail,
} from "../mails.server.ts";
import { type KnownUser, neverVerified, userById, userByIdentifier } from "../queries.server.ts";

// The names of the two steps in which Better Auth changes an email address. Its `verifyEmail` does the second.
const STEPS = { old: "change-email-confirmation", new: "change-email-verification" } as const;

const pendingSchema = z.object({
  to: z.string(),
  /**
   * How far the change is.
   * - "wished": no link was mailed yet
   * - "old", "new": a link was mailed to the old or the new email address
   */
  at: z.enum(["wished", "old", "new"]),
  /** The id of this request. A link is valid only with the id of the latest request. */
  id: z.string(),
});
export type PendingEmail = z.infer<typeof pendingSchema>;

const tokenSchema = z.object({
  email: z.string(),
  updateTo: z.string(),
  requestType: z.enum([STEPS.old, STEPS.new]),
  // The name is not `user`, so that verification.server.ts does not accept this token.
  owner: z.string(),
  change: z.string(),
});

export interface EmailLink {
  readonly step: "old" | "new";
  readonly from: string;
  readonly to: string;
}

const nameOf = (userId: string) => `email-change:${userId}`;

/** The user's unfinished change of the email address, or null. */
export async function pendingEmail(userId: string, queries: Queries = db()): Promise<PendingEmail | null> {
  const row = await queries
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", nameOf(userId))
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  return row ? pendingSchema.parse(JSON.parse(row.value)) : null;
}

async function storePending(userId: string, pending: PendingEmail, queries: Queries): Promise<void> {
  await drop(userId, queries);
  const expires_at = new Date(Date.now() + VERIFICATION_SECONDS * 1000);
  await queries
    .insertInto("verifications")
    .values({ identifier: nameOf(userId), value: JSON.stringify(pending), expires_at })
    .execute();
}

async function drop(userId: string, queries: Queries): Promise<void> {
  await queries.deleteFrom("verifications").where("identifier", "=", nameOf(userId)).execute();
}

/** Stores the new email address from the profile form until the user has confirmed who they are. */
export async function rememberRequestedEmail(viewer: Viewer, to: string): Promise<void> {
  await db()
    .transaction()
    .execute(async (trx) => {
      const user = await userToChange(viewer.id, trx);
      await storePending(user.id, { to, at: "wished", id: randomUUID() }, trx);
    });
}

/** The links that were mailed for the change stop working. */
export async function cancelEmailChange(viewer: Viewer): Promise<void> {
  await drop(viewer.id, db());
}

/**
 * Mails a link to the old address, even if another account has the new one, so that the answer does not reveal this. If
 * the old address is unverified, the link is mailed to the new one.
 * @throws Refused beside the field `email` when the user has this address already
 */
export async function startEmailChange(viewer: Viewer, to: string): Promise<void> {
  if (to === viewer.email) throw faultAt("email", m.profile_email_same());
  await limit("email_change", viewer.id);
  await db()
    .transaction()
    .execute(async (trx) => {
      const user = await userToChange(viewer.id, trx);
      const at = user.verified ? "old" : "new";
      const pending: PendingEmail = { to, at, id: randomUUID() };
      await storePending(user.id, pending, trx);
      await (at === "old" ? askOld(user, pending, trx) : askNew(user, pending, trx));
    });
}

async function userToChange(userId: string, trx: Transaction<DB>): Promise<KnownUser> {
  await trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  const user = await userById(userId, trx);
  if (!user) throw new Error("the account is gone");
  return user;
}

async function pathFor(user: KnownUser, { to, id }: PendingEmail, step: "old" | "new"): Promise<string> {
  const { secret } = await auth().$context;
  const token = await createEmailVerificationToken(secret, user.email, to, VERIFICATION_SECONDS, {
    requestType: STEPS[step],
    owner: user.id,
    change: id,
  });
  return `${href("/profile/email/link")}?token=${encodeURIComponent(token)}`;
}

async function askOld(user: KnownUser, pending: PendingEmail, trx: Transaction<DB>): Promise<void> {
  const path = await pathFor(user, pending, "old");
  await sendMail(emailApprovalMail(user, { newEmail: pending.to, path }), trx);
}

async function askNew(user: KnownUser, pending: PendingEmail, trx: Transaction<DB>): Promise<void> {
  const path = await pathFor(user, pending, "new");
  const other = (await hasAccount(pending.to, trx)) && (await userByIdentifier(pending.to, trx));
  const mail = other ? addressInUseMail(other) : emailConfirmationMail(user, { newEmail: pending.to, path });
  await sendMail(mail, trx);
}

async function hasAccount(email: string, trx: Transaction<DB>): Promise<boolean> {
  const owner = await trx
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .where("id", "not in", neverVerified(trx))
    .executeTakeFirst();
  return owner !== undefined;
}

/**
 * The step and the two email addresses of a mailed link. Returns null when the link is another user's, expired, used or
 * cancelled, or when a newer request replaced it. Reading a link does not use it up.
 */
export async function readEmailLink(
  viewer: Viewer,
  token: string,
  queries: Queries = db(),
): Promise<EmailLink | null> {
  const { secret } = await auth().$context;
  const parsed = tokenSchema.safeParse(await verifyJWT(token, secret));
  if (!parsed.success) return null;
  const { email: from, updateTo: to, requestType, owner, change } = parsed.data;
  const step = requestType === STEPS.old ? "old" : "new";
  if (owner !== viewer.id || from !== viewer.email) return null;
  const pending = await pendingEmail(viewer.id, queries);
  return pending?.id === change && pending.at === step ? { step, from, to } : null;
}

/**
 * Follows a mailed link to the address `to`.
 * - "approved": it was in the mail to the old address. Now a link is mailed to the new one.
 * - "changed": it was in the mail to the new address, which is now the account's. Other sessions end, and reset links
 * to the old address stop working.
 * @throws Refused "link_dead" when `readEmailLink` returns null for it, or another account has the new address
 */
export async function followEmailLink(
  request: Request,
  viewer: Viewer,
  token: string,
): Promise<{ kind: "approved" | "changed"; to: string }> {
  await limit("email_change_link", viewer.id);
  const outcome = await db()
    .transaction()
    .execute(async (trx): Promise<{ kind: "approved" | "changed"; to: string }> => {
      const unlocked = await readEmailLink(viewer, token, trx);
      if (!unlocked) throw deadLink();
      // The same lock order as in sign-up: first the email address, then the user.
      await lockAddress(trx, unlocked.to);
      const user = await userToChange(viewer.id, trx);
      // Before the locks, another request may have used this link, or asked for another new address.
      const link = await readEmailLink(viewer, token, trx);
      const pending = await pendingEmail(viewer.id, trx);
      if (!link || !pending) throw deadLink();
      if (link.step === "old") {
        const next: PendingEmail = { ...pending, at: "new" };
        await storePending(viewer.id, next, trx);
        await askNew(user, next, trx);
        return { kind: "approved", to: link.to };
      }
      if (await hasAccount(link.to, trx)) throw deadLink();
      await change(request, user, link, token, trx);
      return { kind: "changed", to: link.to };
    });
  if (outcome.kind === "changed") await publishSessionsEnded(viewer.id);
  return outcome;
}

function deadLink(): Refused {
  return new Refused("link_dead", { text: m.profile_email_dead() });
}

async function change(
  request: Request,
  user: KnownUser,
  { from, to }: EmailLink,
  token: string,
  trx: Transaction<DB>,
): Promise<void> {
  await trx
    .deleteFrom("users")
    .where("id", "in", neverVerified(trx).where("users.email", "=", to))
    .execute();
  const { headers } = request;
  await withAuthIn(trx, async () => {
    await auth().api.verifyEmail({ query: { token }, headers });
    await auth().api.revokeOtherSessions({ headers });
  });
  await trx
    .updateTable("profiles")
    .set({ email: to, updated_at: new Date() })
    .where("id", "=", user.id)
    .execute();
  await drop(user.id, trx);
  await revokeOldAccess(trx, user.id);
  for (const sentTo of ["old", "new"] as const) {
    const facts = { sentTo, oldEmail: from, newEmail: to, at: new Date() };
    await sendMail(emailChangedMail(user, facts), trx);
  }
  await notifyAccount(user.id, "email", trx);
}
