import { sql, type Transaction } from "kysely";
import { CASE } from "#app/domain/case-process.ts";
import { isTaken, refusalOf, toldOf } from "#app/domain/process.ts";
import { DAY_MS } from "#app/domain/time.ts";
import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type LogEntry, logStaff } from "../log.server.ts";
import { afterDecision, HIDDEN_BY, setHidden, suspend } from "./effects.server.ts";
import { type CaseRow, caseById, caseFacts } from "./queries.server.ts";
import {
  decisionsOf,
  isEnforceable,
  isOnContent,
  type Measures,
  needsSecond,
  type Suspension,
  suspends,
} from "./rules.ts";
import type { DecisionInput } from "./schema.ts";
import { notifyDecided } from "./statements.server.ts";

interface TakenCase {
  readonly trx: Transaction<DB>;
  readonly row: CaseRow;
}

type Run = (taken: TakenCase) => Promise<Pick<LogEntry, "subjectId" | "facts">>;

/** Takes a step of a case, as its process says. `run` does what it means for others; what it returns is logged. */
export async function takeCaseStep(
  trx: Transaction<DB>,
  actor: StaffMember,
  id: string,
  {
    step,
    run,
    receiverId,
  }: { readonly step: keyof typeof CASE.steps; readonly run: Run; readonly receiverId?: string },
): Promise<void> {
  const row = await caseById(id, trx, "locked");
  if (!row) throw new Refused("case_gone");
  const facts = caseFacts(row, actor);
  if (isTaken(CASE, step, facts, "moderator")) return;
  const taken = { actorId: actor.id, now: sql<Date>`now()`, ...(receiverId && { receiverId }) };
  const refusal = refusalOf(CASE, step, facts, "moderator", taken);
  if (refusal) throw new Refused(refusal, { name: row.claimer ?? "" });
  const columns = CASE.steps[step].sets?.(taken);
  if (columns) await trx.updateTable("cases").set(columns).where("id", "=", id).execute();
  const logged = await run({ trx, row });
  await logStaff({ actorId: actor.id, action: toldOf(CASE, step, facts, taken), ...logged }, trx);
}

/** Runs what a moderator does, counted and in one transaction. @throws Refused "too_often" */
export async function inOneTransaction<Value>(
  actor: StaffMember,
  run: (trx: Transaction<DB>) => Promise<Value>,
): Promise<Value> {
  await limit("moderate", actor.id);
  return db().transaction().execute(run);
}

const claimIn = (trx: Transaction<DB>, actor: StaffMember, id: string) =>
  takeCaseStep(trx, actor, id, { step: "claim", run: async () => ({ subjectId: id }) });

/**
 * Claims an open case, so that no other moderator works on it. Claiming it again changes nothing.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_claimed" (another moderator works on it), "case_own"
 * (it is about the actor), "case_waiting" (a suspension waits for a second moderator)
 */
export async function claimCase(actor: StaffMember, id: string): Promise<void> {
  await inOneTransaction(actor, (trx) => claimIn(trx, actor, id));
}

/**
 * Releases a case that the moderator claimed. It is no error when they had not claimed it.
 * @throws Refused "too_often", "case_gone", "case_closed"
 */
export async function releaseCase(actor: StaffMember, id: string): Promise<void> {
  await inOneTransaction(actor, (trx) =>
    takeCaseStep(trx, actor, id, { step: "release", run: async () => ({ subjectId: id }) }),
  );
}

/** When a suspension that begins now ends. */
export function untilOf(suspension: Suspension, now: Date): Date | "infinity" {
  return suspension === "ever" ? "infinity" : new Date(now.getTime() + Number(suspension) * DAY_MS);
}

/**
 * Decides a case that the moderator claimed. It hides, warns or suspends, notifies the person and the reporters, and
 * closes the case, all in one transaction. A permanent suspension has no effect before a second moderator confirms it.
 * @throws Refused "too_often", "case_gone", "case_closed", "case_not_claimed", "case_waiting", "case_person_gone",
 * "case_unfit" (this decision is not possible about this kind of content), "case_newer" (only a newer version knows it)
 */
export async function decideCase(
  actor: StaffMember,
  id: string,
  input: DecisionInput,
): Promise<"decided" | "waiting"> {
  return told(await inOneTransaction(actor, (trx) => decideIn(trx, actor, id, input)));
}

/** Claims and decides a case in one transaction, so that a refused decision leaves no claim. The caller limits the rate. */
export async function claimAndDecide(
  actor: StaffMember,
  id: string,
  input: DecisionInput,
): Promise<"decided" | "waiting"> {
  return told(
    await db()
      .transaction()
      .execute(async (trx) => {
        await claimIn(trx, actor, id);
        return decideIn(trx, actor, id, input);
      }),
  );
}

interface Decided {
  readonly waits: boolean;
  /** The id of the person whom the decision suspended. */
  readonly suspended: string | null;
}

async function told({ waits, suspended }: Decided): Promise<"decided" | "waiting"> {
  if (waits) return "waiting";
  await afterDecision(suspended);
  return "decided";
}

async function decideIn(
  trx: Transaction<DB>,
  actor: StaffMember,
  id: string,
  { action, also, rule, words, suspension }: DecisionInput,
): Promise<Decided> {
  const measures = { action, also: also ?? null };
  const waits = needsSecond(measures, suspension);
  let suspended: string | null = null;
  const run: Run = async ({ row }) => {
    const possible = decisionsOf(row.subject_kind);
    if (!possible.includes(action)) throw new Refused(possible.length > 0 ? "case_unfit" : "case_newer");
    // A deleted account can be neither warned nor suspended.
    if (row.person_id === null && (action === "warn" || action === "suspend" || also !== undefined))
      throw new Refused("case_person_gone");
    const until = suspends(measures) && suspension ? untilOf(suspension, new Date()) : null;
    const decision = await trx
      .insertInto("decisions")
      .values({
        case_id: id,
        person_id: row.person_id,
        ...measures,
        rule: action === "dismiss" ? null : rule,
        words,
        until: sql<Date | null>`${until}::timestamptz`,
        decided_by: actor.id,
        in_force_at: waits ? null : sql<Date>`now()`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (!waits) {
      suspended = await enforce(trx, row, { ...measures, until });
      await afterClosing(trx, id, decision.id);
    }
    return { subjectId: decision.id, facts: { ...measures, rule: rule ?? null, kind: row.subject_kind } };
  };
  await takeCaseStep(trx, actor, id, { step: waits ? "propose" : "decide", run });
  return { waits, suspended };
}

/** Does what a decision says. Returns the id of the person whom it suspended, or null. */
async function enforce(
  trx: Transaction<DB>,
  row: CaseRow,
  { until, ...measures }: Measures & { readonly until: Date | "infinity" | null },
): Promise<string | null> {
  if (isOnContent(measures.action))
    await setHidden(trx, { kind: row.subject_kind, id: row.subject_id }, HIDDEN_BY[measures.action]);
  if (until === null || row.person_id === null) return null;
  await suspend(trx, row.person_id, until);
  return row.person_id;
}

/** A closed case: people are told. What people reported or answered who deleted their account is deleted now. */
async function afterClosing(trx: Transaction<DB>, id: string, decisionId: string): Promise<void> {
  await trx
    .updateTable("reports")
    .set({ words: "", proof: "", pictures: sql`'{}'` })
    .where("case_id", "=", id)
    .where("reporter_id", "is", null)
    .where("email", "is", null)
    .where("signal", "is", null)
    .execute();
  await sql`
    delete from case_questions using reports
    where case_questions.case_id = ${id} and reports.id = report_id
      and num_nonnulls(reporter_id, email, signal) = 0
  `.execute(trx);
  await notifyDecided(trx, decisionId);
}

/**
 * Confirms or drops a permanent suspension that waits for a second moderator. Confirming closes the case, dropping
 * leaves it open. The moderator who proposed the suspension can drop it, but not confirm it.
 * @throws Refused "too_often", "case_gone" (also if no suspension waits), "case_closed", "case_own", "case_second" (the
 * same moderator confirms), "case_newer" (only a newer version knows the decision)
 */
export async function answerWaiting(actor: StaffMember, id: string, confirmed: boolean): Promise<void> {
  let suspended: string | null = null;
  const run: Run = async ({ trx, row }) => {
    const decision = await trx
      .selectFrom("decisions")
      .select(["id", "action", "also"])
      .where("case_id", "=", id)
      .where("in_force_at", "is", null)
      .executeTakeFirstOrThrow();
    if (!confirmed) {
      await trx.deleteFrom("decisions").where("id", "=", decision.id).execute();
      return { subjectId: decision.id };
    }
    const measures = { action: decision.action, also: decision.also } as Measures;
    if (!isEnforceable(measures, row.subject_kind)) throw new Refused("case_newer");
    await trx
      .updateTable("decisions")
      .set({ in_force_at: sql<Date>`now()`, confirmed_by: actor.id })
      .where("id", "=", decision.id)
      .execute();
    suspended = await enforce(trx, row, { ...measures, until: "infinity" });
    await afterClosing(trx, id, decision.id);
    return { subjectId: decision.id };
  };
  const step = confirmed ? "confirm" : "drop";
  await inOneTransaction(actor, (trx) => takeCaseStep(trx, actor, id, { step, run }));
  if (confirmed) await afterDecision(suspended);
}

/** Logs that a moderator opened a case. This is logged because a case shows private texts of people. */
export async function logOpened(actor: StaffMember, id: string): Promise<void> {
  await logStaff({ actorId: actor.id, action: "case_opened", subjectId: id }, db());
}
