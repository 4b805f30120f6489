import { sql, type Transaction } from "kysely";
import { baseLocale } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import type { DB } from "#app/platform/db-types.ts";
import { addReport } from "../reports/commands.server.ts";
import { type Subject, subjectForShop } from "../reports/queries.server.ts";
import type { SubjectKind } from "../reports/rules.ts";
import { SIGNALS, type Signal } from "./definitions.ts";
import { ONCE_IN_DAYS } from "./rules.ts";

export interface SignalToRaise {
  readonly signal: Signal;
  readonly kind: SubjectKind;
  readonly id: string;
  /** The reason in detail, such as the paths of other listings with the same photo, or the usual prices. */
  readonly proof?: string;
}

/**
 * Whether a signal is a repetition. Each subject gets it only once, and all subjects of one person together get it once
 * in `ONCE_IN_DAYS`.
 */
async function isKnown(
  trx: Transaction<DB>,
  signal: Signal,
  { kind, id, personId }: Subject,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from cases join reports on case_id = cases.id
      where subject_kind = ${kind} and subject_id = ${id} and signal = ${signal}
    ) or exists (
      select from cases join reports on case_id = cases.id
      where person_id = ${personId} and signal = ${signal}
        and reports.created_at > now() - make_interval(days => ${ONCE_IN_DAYS})
    ) as known
  `.execute(trx);
  return rows[0]?.known === true;
}

/**
 * Raises a signal: it opens a case, or is added to the open case. Nobody is notified, and nothing is hidden. Returns
 * false for a repeated signal, and for deleted or hidden content.
 */
export async function raiseSignal({ signal, kind, id, proof = "" }: SignalToRaise): Promise<boolean> {
  const subject = await subjectForShop(kind, id);
  if (!subject) return false;
  return db()
    .transaction()
    .execute(async (trx) => {
      // Two jobs may look at the same things.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`signal ${subject.personId}`}, 0))`.execute(
        trx,
      );
      if (await isKnown(trx, signal, subject)) return false;
      return addReport(trx, subject, SIGNALS[signal].severity, {
        signal,
        language: baseLocale,
        reason: "other",
        proof,
      });
    });
}
