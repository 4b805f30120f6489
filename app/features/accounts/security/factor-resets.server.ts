import { sql, type Transaction } from "kysely";
import { href } from "react-router";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type Mail, sendMail } from "#app/platform/mail.server.ts";
import { clientAddress, limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { notifyAccount } from "../account-notices.server.ts";
import { mailLocale, momentText, quoted, renderMail } from "../mail-template.server.ts";
import { factorChangedMail } from "../mails.server.ts";
import { type KnownUser, userById } from "../queries.server.ts";
import type { ResetReason } from "../schema.ts";

// A second factor that an operator resets, because its owner lost it (docs/decisions/0197-conversations-and-people.md).

/** How long the owner can refuse a reset. */
const WAIT_HOURS = 24;

export type ResetState = "waiting" | "refused" | "used" | "stopped" | "done";

export interface FactorReset {
  readonly id: string;
  readonly user_id: string;
  readonly state: ResetState;
  readonly due_at: Date;
}

interface Asked {
  readonly userId: string;
  readonly askedBy: string;
  readonly reason: ResetReason;
  readonly words: string;
}

/**
 * Begins to wait for the reset of a second factor, and tells its owner at once how to refuse. Nothing changes when one
 * waits already.
 * @returns whether it was begun now
 * @throws Refused "factor_reset_none" (the person has no second factor)
 */
export async function askFactorReset(
  trx: Transaction<DB>,
  { userId, askedBy, reason, words }: Asked,
): Promise<boolean> {
  const user = await trx
    .selectFrom("users")
    .select("two_factor_enabled")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!user?.two_factor_enabled) throw new Refused("factor_reset_none");
  const due = sql<Date>`now() + make_interval(hours => ${WAIT_HOURS})`;
  const reset = await trx
    .insertInto("factor_resets")
    .values({ user_id: userId, asked_by: askedBy, reason, words, due_at: due })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "due_at"])
    .executeTakeFirst();
  const person = reset && (await userById(userId, trx));
  if (!person) return false;
  await sendMail(resetAskedMail(person, reset), trx);
  await notifyAccount(userId, "factor-reset", trx, pathOf(reset.id));
  return true;
}

const pathOf = (id: string) => href("/auth/factor-reset/:id", { id });
const signedText = (id: string) => `refuse factor reset ${id}`;

function resetAskedMail(person: KnownUser, { id, due_at }: { id: string; due_at: Date }): Mail {
  const words = mailLocale(person);
  const link = wholeAddress(`${pathOf(id)}?token=${signatureOf(signedText(id))}`, words.locale);
  return renderMail(
    person.email,
    {
      subject: m.mail_factor_reset_subject({}, words),
      hello: m.mail_hello({ username: quoted(person.username) }, words),
      paragraphs: [
        m.mail_factor_reset_text({ at: momentText(due_at, words) }, words),
        m.mail_factor_reset_not_you({}, words),
      ],
      button: { label: m.factor_reset_refuse({}, words), link },
      note: m.mail_factor_reset_note({}, words),
      reason: m.mail_reason_account({}, words),
    },
    words,
  );
}

/**
 * A reset, for its owner, who is signed in or has the token of the mail.
 * @throws Refused "link_dead" for all others
 */
export async function factorResetFor(
  viewer: Viewer | null,
  id: string,
  token: string | null,
): Promise<FactorReset> {
  const reset = isId(id)
    ? await db()
        .selectFrom("factor_resets")
        .select(["id", "user_id", "due_at"])
        .select(sql<ResetState>`state`.as("state"))
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  const isMailed = token !== null && isSignatureOf(signedText(id), token);
  const isTheirs = reset && (isMailed || can(viewer, "read", { kind: "reset", userId: reset.user_id }));
  if (!isTheirs) throw new Refused("link_dead", { text: m.factor_reset_gone() });
  return reset;
}

/**
 * The owner refuses a reset, which `factorResetFor` returned. Refusing one that has ended changes nothing.
 * @throws Refused "too_often"
 */
export async function refuseFactorReset(request: Request, reset: FactorReset): Promise<void> {
  await limit("verify_client", clientAddress(request));
  if (reset.state === "waiting") await endFactorReset(reset.user_id, "refused");
}

/** Ends a reset that waits. It is no error when none does. @returns whether one did */
export async function endFactorReset(
  userId: string,
  state: "refused" | "used" | "stopped",
  queries: Queries = db(),
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("factor_resets")
    .set({ state, ended_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The reset that waits for a person, or undefined. */
export function waitingReset(userId: string) {
  return db()
    .selectFrom("factor_resets")
    .select(["id", "due_at"])
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
}

/** SQL: whether a reset is due. */
export const RESETS_DUE = sql<boolean>`exists (
  select from factor_resets where state = 'waiting' and due_at <= now()
)`;

export function dueResets() {
  return db()
    .selectFrom("factor_resets")
    .select("user_id")
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<Date>`now()`)
    .orderBy("due_at")
    .limit(100)
    .execute();
}

/**
 * Removes a person's second factor, whose reset is due: their sessions, and the trust in their browsers, end too. Call
 * `publishSessionsEnded` after the commit.
 * @returns false when it was refused in the meantime
 */
export async function resetFactor(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("factor_resets")
    .set({ state: "done", ended_at: sql<Date>`now()` })
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.deleteFrom("two_factors").where("user_id", "=", userId).execute();
  await trx.updateTable("users").set({ two_factor_enabled: false }).where("id", "=", userId).execute();
  await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await trx
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where("identifier", "like", "trust-device-%")
    .execute();
  const person = await userById(userId, trx);
  if (!person) return true;
  await sendMail(factorChangedMail(person, { on: false, at: new Date() }), trx);
  await notifyAccount(userId, "factor-off", trx);
  return true;
}

/** How long an ended reset is kept, in days: as long as the texts of a case. */
const KEPT_DAYS = 365;

export async function deleteOldResets(): Promise<void> {
  await sql`
    delete from factor_resets where ended_at < now() - make_interval(days => ${KEPT_DAYS})
  `.execute(db());
}
