import { type RawBuilder, sql } from "kysely";
import { isId } from "#app/domain/ids.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import type { ReportReason, SubjectKind } from "../reports/rules.ts";
import type { Action } from "./rules.ts";

/** A report by a person, the latest decision of its case, and the complaint about a decision. */
export interface SentReportRow {
  readonly id: string;
  readonly case_id: string;
  readonly reporter_id: string | null;
  /** The name of the reporter. Null: signed out, or a deleted user. */
  readonly reporter: string | null;
  /** Of a signed-out reporter; "" when it was deleted. */
  readonly email: string | null;
  readonly language: string;
  readonly reason: ReportReason;
  readonly created_at: Date;
  readonly subject_kind: SubjectKind;
  readonly subject_id: string;
  readonly name: string;
  readonly state: "open" | "closed";
  readonly person_id: string | null;
  /** Of the latest decision in force, and of the decision that the complaint is about if there is one. Null: none. */
  readonly decision_id: string | null;
  readonly action: Action | null;
  readonly in_force_at: Date | null;
  readonly reversed_at: Date | null;
  readonly decided_by: string | null;
  readonly confirmed_by: string | null;
  readonly complained_at: Date | null;
  readonly complaint: string | null;
  readonly complaint_decided_at: Date | null;
  readonly reversed: boolean | null;
  readonly answer: string | null;
}

async function sentReports(
  where: RawBuilder<boolean>,
  most: number,
  queries: Queries,
): Promise<SentReportRow[]> {
  const { rows } = await sql<SentReportRow>`
    select reports.id, reports.case_id, reporter_id, username as reporter, reports.email, language, reason, reports.created_at,
      subject_kind, subject_id, coalesce(evidence ->> 'name', '') as name, state, cases.person_id,
      decision.id as decision_id, action, in_force_at, reversed_at, decision.decided_by, confirmed_by,
      complaints.created_at as complained_at, complaints.words as complaint,
      complaints.decided_at as complaint_decided_at, reversed, answer
    from reports
    join cases on cases.id = reports.case_id
    left join profiles on profiles.id = reporter_id
    left join complaints on report_id = reports.id
    left join lateral (
      select id, action, in_force_at, reversed_at, decided_by, confirmed_by from decisions
      where decisions.case_id = reports.case_id and in_force_at is not null
        and (complaints.decided_at is not null or complaints.decision_id is null or decisions.id = decision_id)
      order by in_force_at desc limit 1
    ) decision on true
    where signal is null and ${where}
    order by reports.created_at desc limit ${most}
  `.execute(queries);
  return rows;
}

/** A report by a person, or undefined. */
export async function sentReport(id: string, queries: Queries = db()): Promise<SentReportRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sentReports(sql`reports.id = ${id}`, 1, queries);
  return row;
}

/** The latest reports of a person. */
export async function reportsBy(reporterId: string, most: number): Promise<SentReportRow[]> {
  return sentReports(sql`reporter_id = ${reporterId}`, most, db());
}

/** The reports of a case about whose decisions their reporters complained. */
export async function complaintsIn(caseId: string): Promise<SentReportRow[]> {
  return sentReports(sql`reports.case_id = ${caseId} and report_id is not null`, 100, db());
}
