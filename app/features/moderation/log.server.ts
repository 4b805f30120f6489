import type { Queries } from "#app/platform/db.server.ts";

/** The actions of staff that are logged (docs/decisions/0089-staff.md). */
export const LOGGED_ACTIONS = [
  "role_granted",
  "role_taken",
  "case_opened",
  "case_started",
  "evidence_opened",
  "case_claimed",
  "case_released",
  "case_handed_on",
  "note_added",
  "question_asked",
  "template_changed",
  "decided",
  "suspension_proposed",
  "suspension_confirmed",
  "suspension_dropped",
  "appeal_decided",
  "complaint_decided",
  "conversation_opened",
  "person_found",
  "person_opened",
  "verification_sent",
  "factor_reset_asked",
  "factor_reset_stopped",
  "factor_reset",
  "job_retried",
  "settings_changed",
  "review_quoted",
] as const;
export type LoggedAction = (typeof LOGGED_ACTIONS)[number];

export interface LogEntry {
  /** The id of the member of staff. Null for a command in a terminal, or a job. */
  readonly actorId: string | null;
  readonly action: LoggedAction;
  /** The id of the person, case, decision or job. Null for the settings of the shop. */
  readonly subjectId: string | null;
  /** Details, such as a role or a reason. Never a text that a person wrote, because entries are never deleted. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
}

/** Appends to the log of staff, in the transaction of the action. The database refuses to change an entry. */
export async function logStaff(
  { actorId, action, subjectId, facts = {} }: LogEntry,
  queries: Queries,
): Promise<void> {
  await queries
    .insertInto("staff_log")
    .values({ actor_id: actorId, action, subject_id: subjectId, facts: JSON.stringify(facts) })
    .execute();
}
