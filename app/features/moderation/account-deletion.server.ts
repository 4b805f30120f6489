import { sql, type Transaction } from "kysely";
import type { DB } from "#app/platform/db-types.ts";
import { clearTexts, DELETED_TEXT, isAppealed } from "./retention.server.ts";

/**
 * Deletes texts of cases when a person deletes their account. An open case about them keeps the reported text, without
 * their name. A closed case about them keeps no text, unless an appeal waits for its answer. Reports that they wrote
 * lose their text once the case is decided. Their complaints lose it at once; one that waits is withdrawn.
 */
export async function anonymizeCases(trx: Transaction<DB>, userId: string): Promise<() => Promise<void>> {
  await sql`
    update reports set evidence = evidence || jsonb_build_object('by', null)
      || case when subject_kind = 'person' then '{"name": ""}'::jsonb else '{}'::jsonb end
    from cases where cases.id = case_id and person_id = ${userId}
  `.execute(trx);
  // What they were asked and did not answer, they will not answer any more.
  await sql`
    delete from case_questions using cases left join reports on reports.case_id = cases.id
    where cases.id = case_questions.case_id and (answer is null or (state = 'closed' and report_id is not null))
      and case when report_id is null then person_id = ${userId}
        else reports.id = report_id and reporter_id = ${userId} end
  `.execute(trx);
  await clearTexts(sql<boolean>`person_id = ${userId} and not ${isAppealed}`, trx);
  await sql`
    update reports set words = '', proof = '', pictures = '{}' from cases
    where cases.id = case_id and state = 'closed' and reporter_id = ${userId}
  `.execute(trx);
  await sql`
    delete from complaints using reports
    where reports.id = report_id and reporter_id = ${userId} and complaints.decided_at is null
  `.execute(trx);
  await sql`
    update complaints set words = '', answer = ${DELETED_TEXT} from reports
    where reports.id = report_id and reporter_id = ${userId}
  `.execute(trx);
  return async () => {};
}
