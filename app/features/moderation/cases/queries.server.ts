import { type RawBuilder, sql } from "kysely";
import type { CaseFacts } from "#app/domain/case-process.ts";
import { isId } from "#app/domain/ids.ts";
import { can } from "#app/domain/policies.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { BY_STAFF, type Evidence, type ReportReason, type SubjectKind } from "../reports/rules.ts";
import { type Action, CLAIM_MINUTES, type MeasureBeside } from "./rules.ts";

export interface CaseRow {
  readonly id: string;
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly listing_type: string | null;
  readonly person_id: string | null;
  /** The name of the person whom the case is about. Null: a deleted user. */
  readonly username: string | null;
  readonly severity: number;
  readonly state: "open" | "closed";
  readonly opened_at: Date;
  /** The moderator who works on the case now. */
  readonly claimed_by: string | null;
  readonly claimer: string | null;
  /** Whether a suspension waits for a second moderator. */
  readonly waiting: boolean;
  /** Whether a question of moderators waits for its answer. */
  readonly asked: boolean;
  /** Who proposed this suspension; null also for a deleted account. */
  readonly proposed_by: string | null;
  /** Who decided or confirmed what a complaint reversed. They cannot decide the case again. */
  readonly deciders: readonly (string | null)[];
  readonly reports: number;
  /** The content or person as it was at the time of the first report. */
  readonly evidence: Evidence | null;
}

/** SQL: whether a claim is still valid. After `CLAIM_MINUTES` another moderator may take the case over. */
export const isClaimed = sql`claimed_at > now() - make_interval(mins => ${CLAIM_MINUTES})`;
export const isWaiting = sql`exists (select from decisions where case_id = cases.id and in_force_at is null)`;

/** SQL: the moderators of the decisions after which a complaint opened the case again, or joined it. */
const DECIDERS = sql`array(
  select unnest(array[decided_by, confirmed_by]) from (
    select decisions.decided_by, confirmed_by
    from cases earlier join decisions on case_id = earlier.id join complaints on decision_id = decisions.id
    where earlier.subject_id = cases.subject_id and reversed
      and (earlier.id = cases.id or complaints.decided_at >= cases.opened_at)
  ) reversed
)`;

export const CASE_COLUMNS = sql`
  cases.id, subject_kind, subject_id, listing_type, person_id, person.username, severity, state, opened_at,
  case when ${isClaimed} then claimed_by end as claimed_by, claimer.username as claimer, ${isWaiting} as waiting,
  exists (select from case_questions where case_id = cases.id and answer is null) as asked,
  (select decided_by from decisions where case_id = cases.id and in_force_at is null limit 1) as proposed_by,
  ${DECIDERS} as deciders,
  (select count(*)::integer from reports where case_id = cases.id) as reports,
  (select evidence from reports where case_id = cases.id order by id limit 1) as evidence
`;
export const CASE_PEOPLE = sql`
  left join profiles person on person.id = person_id
  left join profiles claimer on claimer.id = claimed_by
`;

/** What the process of cases (`case-process.ts`) needs to know of a row, for this moderator. */
export function caseFacts(row: CaseRow, viewer: { readonly id: string }): CaseFacts {
  const { claimed_by: claimedBy, person_id: userId, proposed_by: decidedBy, deciders } = row;
  const may = (action: "claim" | "decide" | "judge" | "confirm" | "answer") =>
    can(viewer, action, { kind: "case", claimedBy, userId, decidedBy, deciders });
  return {
    state: row.state === "open" && row.waiting ? "waiting" : row.state,
    free: may("claim"),
    mine: may("decide"),
    own: !may("judge"),
    second: may("confirm"),
    fresh: may("answer"),
  };
}

/** Returns a case, or undefined. With "locked" the case stays locked until the transaction ends. */
export async function caseById(
  id: string,
  queries: Queries = db(),
  locked?: "locked",
): Promise<CaseRow | undefined> {
  if (!isId(id)) return undefined;
  // A statement of its own: the next one sees what the transaction that held the lock wrote, also in other tables.
  if (locked) await sql`select from cases where id = ${id} for update`.execute(queries);
  const { rows } = await sql<CaseRow>`
    select ${CASE_COLUMNS} from cases ${CASE_PEOPLE} where cases.id = ${id}
  `.execute(queries);
  return rows[0];
}

/** The id of the open case about something, or undefined. */
export async function openCaseAbout(
  { kind, id }: { readonly kind: SubjectKind; readonly id: string },
  queries: Queries = db(),
): Promise<string | undefined> {
  const row = await queries
    .selectFrom("cases")
    .select("id")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row?.id;
}

export interface ReportRow {
  readonly id: string;
  readonly reporter: string | null;
  /** Whether the reporter was signed out. */
  readonly anonymous: boolean;
  readonly reason: ReportReason;
  /** Not null: a signal, which the program raised by itself. */
  readonly signal: string | null;
  readonly words: string;
  readonly proof: string;
  /** Keys of photos that the reporter added. */
  readonly pictures: readonly string[];
  readonly evidence: Evidence;
  readonly created_at: Date;
}

/** The first 100 reports of a case, the oldest first. */
export async function reportsOf(caseId: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select reports.id, username as reporter, reports.email is not null as anonymous, reason, signal, words, proof, pictures, evidence,
      reports.created_at
    from reports left join profiles on profiles.id = reporter_id
    where case_id = ${caseId} order by reports.id limit 100
  `.execute(db());
  return rows;
}

/** Who noticed what a case is about: people who reported it, moderators themselves, or the program. */
export type NoticedBy = "report" | "staff" | "signal";

/** SQL: who noticed a case. What people reported counts as reported, also if the shop noticed it before. */
export function noticedBy(caseId: RawBuilder<unknown>): RawBuilder<NoticedBy> {
  return sql`coalesce((
    select case when bool_or(signal is null) then 'report' when bool_or(signal = ${BY_STAFF}) then 'staff' else 'signal' end
    from reports where reports.case_id = ${caseId}
  ), 'staff')`;
}

export interface DecisionRow {
  readonly id: string;
  readonly case_id: string;
  readonly person_id: string | null;
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly name: string;
  readonly action: Action;
  readonly also: MeasureBeside | null;
  /** Who noticed what the decision is about. */
  readonly noticed: NoticedBy;
  readonly rule: string | null;
  readonly words: string;
  /** When a suspension ends; null for a permanent one, and for other decisions. */
  readonly until: Date | null;
  readonly decided_by: string | null;
  /** The second moderator of a permanent suspension. */
  readonly confirmed_by: string | null;
  readonly decider: string | null;
  readonly decided_at: Date;
  readonly in_force_at: Date | null;
  readonly reversed_at: Date | null;
  readonly appealed_at: Date | null;
  readonly appeal: string | null;
  readonly appeal_decided_at: Date | null;
  readonly answer: string | null;
}

const DECISION = sql`
  decisions.id, case_id, decisions.person_id, subject_kind, subject_id,
  coalesce((select evidence ->> 'name' from reports where case_id = cases.id order by id limit 1), '') as name,
  action, also, ${noticedBy(sql`cases.id`)} as noticed, rule, decisions.words, nullif(until, 'infinity') as until, decisions.decided_by, confirmed_by,
  decider.username as decider, decisions.decided_at, in_force_at, reversed_at, appeals.created_at as appealed_at,
  appeals.words as appeal, appeals.decided_at as appeal_decided_at, answer
  from decisions
  join cases on cases.id = case_id
  left join profiles decider on decider.id = decisions.decided_by
  left join appeals on decision_id = decisions.id
`;

/** A decision, or undefined. */
export async function decisionById(id: string, queries: Queries = db()): Promise<DecisionRow | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<DecisionRow>`select ${DECISION} where decisions.id = ${id}`.execute(queries);
  return rows[0];
}

/** The decisions about the same content, or about the same person, the latest first. */
export async function decisionsAbout({
  subject_id,
  person_id,
}: Pick<CaseRow, "subject_id" | "person_id">): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select ${DECISION} where subject_id = ${subject_id} or decisions.person_id = ${person_id}
    order by decisions.decided_at desc limit 50
  `.execute(db());
  return rows;
}

/** Other cases about the same person: open ones, then the latest closed ones. */
export async function otherCases({ id, person_id }: Pick<CaseRow, "id" | "person_id">): Promise<CaseRow[]> {
  if (person_id === null) return [];
  const { rows } = await sql<CaseRow>`
    select ${CASE_COLUMNS} from cases ${CASE_PEOPLE} where person_id = ${person_id} and cases.id <> ${id}
    order by state = 'closed', severity desc, opened_at desc limit 20
  `.execute(db());
  return rows;
}

/** The content or person of a case, as it was at the time of the first report. Null if the case does not exist. */
export async function evidenceOf(id: string): Promise<Evidence | null> {
  if (!isId(id)) return null;
  const { rows } = await sql<{ evidence: Evidence }>`
    select evidence from reports where case_id = ${id} order by id limit 1
  `.execute(db());
  return rows[0]?.evidence ?? null;
}
