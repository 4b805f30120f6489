import { href, redirect } from "react-router";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { sendVerification } from "#app/features/accounts/commands.server.ts";
import { type KnownUser, userByIdentifier } from "#app/features/accounts/queries.server.ts";
import {
  askFactorReset,
  dueResets,
  endFactorReset,
  resetFactor,
} from "#app/features/accounts/security/factor-resets.server.ts";
import { db } from "#app/platform/db.server.ts";
import { publishSessionsEnded } from "#app/platform/events.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { type PersonInput, SOUGHT_MAX } from "./schema.ts";

async function personNamed(username: string): Promise<KnownUser> {
  const person = await userByIdentifier(username);
  if (person?.username.toLowerCase() !== username.toLowerCase()) throw new Refused("person_gone");
  return person;
}

/**
 * Leads to the page of the person with this username or email address. Who is found is logged, because the name of an
 * email address's owner is told here.
 * @returns what was sought, when there is nobody
 * @throws a redirect; Refused "too_often"
 */
export async function lookUpPerson(actor: StaffMember, q: string | null): Promise<{ sought: string }> {
  const sought = (q ?? "").trim().slice(0, SOUGHT_MAX);
  if (sought === "") return { sought };
  await limit("staff_write", actor.id);
  const person = await userByIdentifier(sought);
  if (!person) return { sought };
  const facts = { by: sought.includes("@") ? "email" : "name" };
  await logStaff({ actorId: actor.id, action: "person_found", subjectId: person.id, facts }, db());
  throw redirect(href("/moderation/people/:username", { username: person.username }));
}

/** Logs that a member of staff opened a person's page. */
export async function logPersonOpened(actor: StaffMember, personId: string): Promise<void> {
  await logStaff({ actorId: actor.id, action: "person_opened", subjectId: personId }, db());
}

/**
 * Mails another link to a person who has not verified their email address.
 * @throws Refused "too_often", "person_gone", "person_verified"
 */
export async function mailVerification(actor: StaffMember, username: string): Promise<void> {
  await limit("moderate", actor.id);
  const person = await personNamed(username);
  if (person.verified) throw new Refused("person_verified");
  // Also counts what the person asked for, so that nobody's mailbox is filled.
  await limit("resend_account", person.username.toLowerCase());
  await db()
    .transaction()
    .execute(async (trx) => {
      await sendVerification(person, "/", trx);
      await logStaff({ actorId: actor.id, action: "verification_sent", subjectId: person.id }, trx);
    });
}

function refuseOthersReset(actor: StaffMember, { id: userId }: KnownUser): void {
  if (!can(actor, "resetFactor", { kind: "person", userId, actsAs: actor.role }))
    throw new Refused("person_not_yours");
}

/**
 * An operator asks to reset a person's second factor. The person is told at once, and can refuse it for a day.
 * @throws Refused "too_often", "person_gone", "person_not_yours" (not an operator, or their own), "factor_reset_none"
 */
export async function askReset(
  actor: StaffMember,
  username: string,
  { reason, words }: Extract<PersonInput, { intent: "reset" }>,
): Promise<void> {
  await limit("staff_write", actor.id);
  const person = await personNamed(username);
  refuseOthersReset(actor, person);
  await db()
    .transaction()
    .execute(async (trx) => {
      if (!(await askFactorReset(trx, { userId: person.id, askedBy: actor.id, reason, words }))) return;
      await logStaff(
        { actorId: actor.id, action: "factor_reset_asked", subjectId: person.id, facts: { reason } },
        trx,
      );
    });
}

/**
 * An operator stops a reset that waits. It is no error when none does.
 * @throws Refused "too_often", "person_gone", "person_not_yours"
 */
export async function stopReset(actor: StaffMember, username: string): Promise<void> {
  await limit("staff_write", actor.id);
  const person = await personNamed(username);
  refuseOthersReset(actor, person);
  await db()
    .transaction()
    .execute(async (trx) => {
      if (!(await endFactorReset(person.id, "stopped", trx))) return;
      await logStaff({ actorId: actor.id, action: "factor_reset_stopped", subjectId: person.id }, trx);
    });
}

/**
 * Resets the second factors whose owners did not refuse in time. A member of staff loses their role with it: who talked
 * support into a reset does not get the desk too.
 */
export async function runDueResets(): Promise<void> {
  for (const { user_id: userId } of await dueResets()) {
    const isReset = await db()
      .transaction()
      .execute(async (trx) => {
        if (!(await resetFactor(trx, userId))) return false;
        await logStaff({ actorId: null, action: "factor_reset", subjectId: userId }, trx);
        const removed = await trx
          .deleteFrom("staff")
          .where("user_id", "=", userId)
          .returning("role")
          .executeTakeFirst();
        if (removed)
          await logStaff({ actorId: null, action: "role_taken", subjectId: userId, facts: removed }, trx);
        return true;
      });
    if (isReset) await publishSessionsEnded(userId);
  }
}
