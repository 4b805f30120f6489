import { sql, type Transaction } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { afterDecision, HIDDEN_BY, setHidden, suspend } from "./effects.server.ts";
import { type CaseRow, caseById } from "./queries.server.ts";
import { DECISIONS_OF, needsSecond, type Suspension } from "./rules.ts";
import type { DecisionInput } from "./schema.ts";
import { notifyDecided } from "./statements.server.ts";

const DAY_MS = 86_400_000;

async function withCase<Result>(
  id: string,
  run: (trx: Transaction<DB>, found: CaseRow) => Promise<Result>,
): Promise<Result> {
  return db()
    .transaction()
    .execute(async (trx) => {
      const found = await caseById(id, trx, "locked");
      if (!found) throw new Refused("case_gone");
      if (found.state === "closed") throw new Refused("case_closed");
      return run(trx, found);
    });
}

/**
 * Claims an open case, so that no other moderator works on it.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_claimed" (another moderator works on it), "case_own"
 * (it is about the actor)
 */
export async function claimCase(actor: StaffMember, id: string): Promise<void> {
  await limit("moderate", actor.id);
  await withCase(id, async (trx, found) => {
    const { claimed_by: claimedBy, claimer } = found;
    if (!can(actor, "claim", { kind: "case", claimedBy }))
      throw new Refused("case_claimed", { name: claimer ?? "" });
    if (!can(actor, "judge", { kind: "case", userId: found.person_id })) throw new Refused("case_own");
    await trx
      .updateTable("cases")
      .set({ claimed_by: actor.id, claimed_at: sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    if (found.claimed_by !== actor.id)
      await logStaff({ actorId: actor.id, action: "case_claimed", subjectId: id }, trx);
  });
}

/**
 * Releases a case that the moderator claimed. It is no error when they had not claimed it.
 * @throws Refused "too_often", "case_gone", "case_closed"
 */
export async function releaseCase(actor: StaffMember, id: string): Promise<void> {
  await limit("moderate", actor.id);
  await withCase(id, async (trx, found) => {
    if (found.claimed_by !== actor.id) return;
    await trx.updateTable("cases").set({ claimed_by: null, claimed_at: null }).where("id", "=", id).execute();
    await logStaff({ actorId: actor.id, action: "case_released", subjectId: id }, trx);
  });
}

function untilOf(suspension: Suspension, now: Date): Date | "infinity" {
  return suspension === "ever" ? "infinity" : new Date(now.getTime() + Number(suspension) * DAY_MS);
}

/**
 * Decides a case that the moderator claimed. It hides, warns or suspends, notifies the person and the reporters, and
 * closes the case, all in one transaction. A permanent suspension has no effect before a second moderator confirms it.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_not_claimed", "case_waiting", "case_person_gone",
 * "error_4xx_message" (this decision is not possible about this kind of content)
 */
export async function decideCase(
  actor: StaffMember,
  id: string,
  { action, rule, words, suspension }: DecisionInput,
): Promise<"decided" | "waiting"> {
  await limit("moderate", actor.id);
  const waits = needsSecond(action, suspension);
  const { personId } = await withCase(id, async (trx, found) => {
    if (!can(actor, "decide", { kind: "case", claimedBy: found.claimed_by }))
      throw new Refused("case_not_claimed");
    if (found.waiting) throw new Refused("case_waiting");
    if (!DECISIONS_OF[found.subject_kind].includes(action)) throw new Refused("error_4xx_message");
    // A deleted account can be neither warned nor suspended.
    if (found.person_id === null && (action === "warn" || action === "suspend"))
      throw new Refused("case_person_gone");
    const until = action === "suspend" && suspension ? untilOf(suspension, new Date()) : null;
    const decision = await trx
      .insertInto("decisions")
      .values({
        case_id: id,
        person_id: found.person_id,
        action,
        rule: action === "dismiss" ? null : rule,
        words,
        until: sql<Date | null>`${until}::timestamptz`,
        decided_by: actor.id,
        in_force_at: waits ? null : sql<Date>`now()`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const facts = { action, rule: rule ?? null, kind: found.subject_kind };
    await logStaff(
      { actorId: actor.id, action: waits ? "suspension_proposed" : "decided", subjectId: decision.id, facts },
      trx,
    );
    if (waits) {
      await trx
        .updateTable("cases")
        .set({ claimed_by: null, claimed_at: null })
        .where("id", "=", id)
        .execute();
      return { personId: null };
    }
    if (action === "hide" || action === "remove") {
      const target = { kind: found.subject_kind, id: found.subject_id };
      await setHidden(trx, target, HIDDEN_BY[action]);
    }
    if (until !== null && found.person_id !== null) await suspend(trx, found.person_id, until);
    await closeCase(trx, id);
    await notifyDecided(trx, decision.id);
    return { personId: action === "suspend" ? found.person_id : null };
  });
  if (waits) return "waiting";
  await afterDecision(personId);
  return "decided";
}

/** Closes a case. Reports of people who deleted their account lose their text and pictures now. */
async function closeCase(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable("reports")
    .set({ words: "", proof: "", pictures: sql`'{}'` })
    .where("case_id", "=", id)
    .where("reporter_id", "is", null)
    .where("email", "is", null)
    .where("signal", "is", null)
    .execute();
  await trx
    .updateTable("cases")
    .set({ state: "closed", closed_at: sql<Date>`now()`, claimed_by: null, claimed_at: null })
    .where("id", "=", id)
    .execute();
}

/**
 * Confirms or drops a permanent suspension that waits for a second moderator. Confirming closes the case, dropping
 * leaves it open. The moderator who proposed the suspension can drop it, but not confirm it.
 * @throws Refused "too_often", "case_gone" (also if no suspension waits), "case_closed", "case_own", "case_second" (the
 * same moderator confirms)
 */
export async function answerWaiting(actor: StaffMember, id: string, confirmed: boolean): Promise<void> {
  await limit("moderate", actor.id);
  const personId = await withCase(id, async (trx, found) => {
    const waiting = await trx
      .selectFrom("decisions")
      .select(["id", "decided_by", "person_id"])
      .where("case_id", "=", id)
      .where("in_force_at", "is", null)
      .executeTakeFirst();
    if (!waiting) throw new Refused("case_gone");
    if (!can(actor, "judge", { kind: "case", userId: found.person_id })) throw new Refused("case_own");
    if (!confirmed) {
      await trx.deleteFrom("decisions").where("id", "=", waiting.id).execute();
      await logStaff({ actorId: actor.id, action: "suspension_dropped", subjectId: waiting.id }, trx);
      return null;
    }
    if (!can(actor, "confirm", { kind: "case", decidedBy: waiting.decided_by }))
      throw new Refused("case_second");
    await trx
      .updateTable("decisions")
      .set({ in_force_at: sql<Date>`now()`, confirmed_by: actor.id })
      .where("id", "=", waiting.id)
      .execute();
    await logStaff({ actorId: actor.id, action: "suspension_confirmed", subjectId: waiting.id }, trx);
    if (waiting.person_id !== null) await suspend(trx, waiting.person_id, "infinity");
    await closeCase(trx, id);
    await notifyDecided(trx, waiting.id);
    return waiting.person_id;
  });
  if (confirmed) await afterDecision(personId);
}

/** Logs that a moderator opened a case. This is logged because a case shows private texts of people. */
export async function logOpened(actor: StaffMember, id: string): Promise<void> {
  await logStaff({ actorId: actor.id, action: "case_opened", subjectId: id }, db());
}
