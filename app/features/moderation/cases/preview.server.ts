import { sql } from "kysely";
import { userById } from "#app/features/accounts/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { untilOf } from "./commands.server.ts";
import { caseById, type NoticedBy, noticedBy } from "./queries.server.ts";
import type { DecisionInput } from "./schema.ts";
import { statementPreview } from "./statements.server.ts";
import type { StatementPreview } from "./view.ts";

/**
 * What the person of a case would read of a decision. Null: they get no statement.
 * @throws Refused "case_gone"
 */
export async function previewDecision(
  id: string,
  { action, also, rule, words, suspension }: DecisionInput,
): Promise<StatementPreview | null> {
  const row = await caseById(id);
  if (!row) throw new Refused("case_gone");
  const person = row.person_id === null ? null : await userById(row.person_id);
  if (action === "dismiss" || !person) return null;
  const { rows } = await sql<{ noticed: NoticedBy }>`
    select ${noticedBy(sql`${id}::uuid`)} as noticed
  `.execute(db());
  const until = suspension ? untilOf(suspension, new Date()) : null;
  return statementPreview(person, {
    subject_kind: row.subject_kind,
    name: row.evidence?.name ?? "",
    action,
    also: also ?? null,
    rule: rule ?? null,
    words,
    until: until === "infinity" ? null : until,
    noticed: rows[0]?.noticed ?? "staff",
  });
}
