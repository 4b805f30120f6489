import { sql, type Transaction } from "kysely";
import { can } from "#app/domain/policies.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { notifyOfSuspension, refreshDealsWith } from "#app/features/deals/suspension.server.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { logStaff } from "../log.server.ts";
import { afterDecision, endSuspension, HIDDEN_BY, setHidden } from "./effects.server.ts";
import { type DecisionRow, decisionById } from "./queries.server.ts";
import { appealAnswerFault, isEnforceable, isOnContent, mayAppeal, suspends } from "./rules.ts";
import type { AppealAnswer } from "./schema.ts";
import { isStatementToken, notifyAppealDecided } from "./statements.server.ts";

/**
 * Returns a decision for the person whom it is about, who is signed in or has the token of the mail.
 * @throws Refused "statement_gone" for other people, for "dismiss", and for a decision that never came into force
 */
export async function statementFor(
  viewer: { readonly id: string } | null,
  id: string,
  token: string | null,
): Promise<DecisionRow> {
  const decision = await decisionById(id);
  if (!decision?.in_force_at || decision.action === "dismiss") throw new Refused("statement_gone");
  const isMailed = token !== null && isStatementToken(id, token);
  if (!isMailed && !can(viewer, "read", { kind: "decision", userId: decision.person_id }))
    throw new Refused("statement_gone");
  return decision;
}

/** Whether the person whom a decision is about can appeal against it now. */
export function isAppealable(decision: DecisionRow, now: Date): boolean {
  const { in_force_at: inForceAt, reversed_at: reversedAt, appealed_at } = decision;
  return mayAppeal({ inForceAt, reversedAt, appealed: appealed_at !== null }, now);
}

/**
 * Appeals against a decision, once. The caller has checked that the decision concerns the person (`statementFor`).
 * @throws Refused "too_often", "appeal_closed" (too late, or already reversed)
 */
export async function appeal(decision: DecisionRow, words: string): Promise<void> {
  await limit("appeal", decision.id);
  // A form that is sent twice changes nothing.
  if (decision.appealed_at !== null) return;
  if (!isAppealable(decision, new Date())) throw new Refused("appeal_closed");
  await db()
    .insertInto("appeals")
    .values({ decision_id: decision.id, words })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Undoes the effect of a reversed decision. The effect of other decisions in force stays. */
async function undo(trx: Transaction<DB>, decision: DecisionRow): Promise<void> {
  const { action, subject_kind: kind, subject_id: id, person_id } = decision;
  if (isOnContent(action)) {
    // "remove" comes after "hide" in the alphabet, so `max` returns the stronger of the two.
    const { rows } = await sql<{ action: "hide" | "remove" | null }>`
      select max(action) as action from decisions join cases on cases.id = case_id
      where subject_id = ${id} and action in ('hide', 'remove') and in_force_at is not null and reversed_at is null
    `.execute(trx);
    const strongest = rows[0]?.action ?? null;
    await setHidden(trx, { kind, id }, strongest && HIDDEN_BY[strongest]);
  }
  if (suspends(decision) && person_id !== null) {
    const { rows } = await sql<{ until: Date | null; ended: boolean }>`
      update profiles set suspended_until = (
        select max(until) from decisions
        where person_id = profiles.id and until > now()
          and in_force_at is not null and reversed_at is null
      ) where id = ${person_id}
      returning nullif(suspended_until, 'infinity') as until, suspended_until is null as ended
    `.execute(trx);
    for (const suspension of rows)
      await (suspension.ended
        ? endSuspension(trx, person_id)
        : notifyOfSuspension(trx, person_id, suspension));
  }
}

/**
 * Answers an appeal. The moderators who made and confirmed the decision cannot do this. The outcome "reversed" undoes
 * the decision.
 * @throws Refused "too_often", "case_gone" (no open appeal), "case_second" (the actor made or confirmed the decision),
 * "case_own" (it is about the actor), "case_newer" (only a newer version can undo the decision)
 */
export async function answerAppeal(
  actor: StaffMember,
  { decision: id, outcome, answer }: AppealAnswer,
): Promise<void> {
  await limit("moderate", actor.id);
  const reversed = outcome === "reversed";
  const personId = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select from decisions where id = ${id} for update`.execute(trx);
      const decision = await decisionById(id, trx);
      if (!decision?.appealed_at || decision.appeal_decided_at !== null) throw new Refused("case_gone");
      const fault = appealAnswerFault(actor, decision);
      if (fault) throw new Refused(fault);
      if (reversed && !isEnforceable(decision, decision.subject_kind)) throw new Refused("case_newer");
      await trx
        .updateTable("appeals")
        .set({ decided_by: actor.id, decided_at: sql<Date>`now()`, reversed, answer })
        .where("decision_id", "=", id)
        .execute();
      if (reversed) {
        await trx
          .updateTable("decisions")
          .set({ reversed_at: sql<Date>`now()` })
          .where("id", "=", id)
          .execute();
        await undo(trx, decision);
      }
      await logStaff({ actorId: actor.id, action: "appeal_decided", subjectId: id, facts: { outcome } }, trx);
      await notifyAppealDecided(trx, id, reversed);
      return decision.person_id;
    });
  if (!reversed) return;
  await afterDecision(null);
  if (personId !== null) await refreshDealsWith(personId);
}
