import { sql } from "kysely";
import { db, PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import type { Action } from "../cases/rules.ts";
import type { ReportReason, SubjectKind } from "../reports/rules.ts";
import type { Period } from "./rules.ts";

export interface LogRow {
  readonly id: number;
  readonly logged_at: Date;
  readonly actor_id: string | null;
  readonly action: string;
  readonly subject_id: string | null;
  readonly facts: unknown;
}

/** The entries of the log of staff in a period, oldest first. */
export function entriesIn({ from, until }: Period): AsyncGenerator<LogRow> {
  return paginate(async (after: (LogRow & { at: string }) | null) => {
    const rest = after ? sql`(logged_at, id) > (${after.at}::timestamptz, ${after.id})` : sql`true`;
    const { rows } = await sql<LogRow & { at: string }>`
      select id, logged_at, logged_at::text as at, actor_id, action, subject_id, facts from staff_log
      where logged_at >= ${from} and logged_at < ${until} and ${rest}
      order by logged_at, id limit ${PAGE_ROWS}
    `.execute(db());
    return rows;
  });
}

/** What moderators received and decided in a period (Digital Services Act, Art. 15). */
export interface ModerationCounts {
  readonly reports: readonly { kind: SubjectKind; reason: ReportReason; count: number }[];
  readonly signals: readonly { signal: string; count: number }[];
  readonly decisions: readonly { action: Action; rule: string | null; count: number }[];
  readonly appeals: AnswerCounts;
  /** Of reporters about decisions. */
  readonly complaints: AnswerCounts;
  /** The median of hours from the first report of a case to its decision. Null without decisions. */
  readonly decisionHours: number | null;
  /** The median of hours from an appeal to its answer. Null without answers. */
  readonly appealHours: number | null;
  readonly complaintHours: number | null;
}

interface AnswerCounts {
  readonly received: number;
  readonly reversed: number;
  readonly upheld: number;
}

/** The counts of a period. A decision counts in the period in which it came into force. */
export async function moderationCounts({ from, until }: Period): Promise<ModerationCounts> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;
  const hours = (start: string, end: string) =>
    sql`percentile_cont(0.5) within group (
      order by extract(epoch from ${sql.ref(end)} - ${sql.ref(start)})::float8 / 3600
    )`;
  const answersIn = (table: "appeals" | "complaints") =>
    sql<AnswerCounts & { hours: number | null }>`
      select count(*)::integer as received, count(*) filter (where reversed)::integer as reversed,
        count(*) filter (where not reversed)::integer as upheld,
        ${hours("created_at", "decided_at")} as hours
      from ${sql.table(table)} where ${within("created_at")}
    `.execute(db());
  const [reports, signals, decisions, appeals, complaints, times] = await Promise.all([
    sql<ModerationCounts["reports"][number]>`
      select subject_kind as kind, reason, count(*)::integer as count
      from reports join cases on cases.id = case_id
      where signal is null and ${within("reports.created_at")}
      group by subject_kind, reason order by count desc, subject_kind, reason
    `.execute(db()),
    sql<ModerationCounts["signals"][number]>`
      select signal, count(*)::integer as count from reports
      where signal is not null and ${within("created_at")} group by signal order by count desc, signal
    `.execute(db()),
    sql<ModerationCounts["decisions"][number]>`
      select measure as action, rule, count(*)::integer as count
      from decisions cross join unnest(array_remove(array[action, also], null)) measure
      where ${within("in_force_at")} group by measure, rule order by measure, count desc, rule
    `.execute(db()),
    answersIn("appeals"),
    answersIn("complaints"),
    sql<{ hours: number | null }>`
      select ${hours("cases.opened_at", "decisions.in_force_at")} as hours
      from decisions join cases on cases.id = case_id where ${within("decisions.in_force_at")}
    `.execute(db()),
  ]);
  const none = { received: 0, reversed: 0, upheld: 0, hours: null };
  const { hours: appealHours, ...appealed } = appeals.rows[0] ?? none;
  const { hours: complaintHours, ...complained } = complaints.rows[0] ?? none;
  return {
    reports: reports.rows,
    signals: signals.rows,
    decisions: decisions.rows,
    appeals: appealed,
    complaints: complained,
    decisionHours: times.rows[0]?.hours ?? null,
    appealHours,
    complaintHours,
  };
}

/** Reports of so many days say how good a signal is. */
export const SIGNAL_DAYS = 90;

/** What came of a signal in the last `SIGNAL_DAYS`. */
export interface SignalOutcome {
  readonly signal: string;
  readonly raised: number;
  /** Whose case has a decision in force. */
  readonly decided: number;
  /** Whose case has a decision other than "dismiss", which no appeal undid. */
  readonly upheld: number;
}

/** What came of the signals of the last `SIGNAL_DAYS`; nothing about those that were not raised. */
export async function signalOutcomes(): Promise<SignalOutcome[]> {
  const { rows } = await sql<SignalOutcome>`
    select signal, count(*)::integer as raised, count(*) filter (where decided)::integer as decided,
      count(*) filter (where upheld)::integer as upheld
    from reports cross join lateral (
      select count(*) > 0 as decided, bool_or(action <> 'dismiss' and reversed_at is null) as upheld
      from decisions where decisions.case_id = reports.case_id and in_force_at is not null
    ) as outcome
    where signal is not null and created_at > now() - make_interval(days => ${SIGNAL_DAYS})
    group by signal
  `.execute(db());
  return rows;
}
