import { sql } from "kysely";
import { expect, test } from "vitest";
import { moderationCounts } from "#app/features/moderation/records/queries.server.ts";
import { periodOfYear } from "#app/features/moderation/records/rules.ts";
import { db } from "#app/platform/db.server.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { loader as countsFile } from "./counts.route.ts";
import { loader as logFile } from "./log.route.ts";
import { loader } from "./records.route.tsx";

let operator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, seller] = [await staffPerson("operator"), await person("seller")];
});

/** Warns the seller, so many hours after the report. Returns the id of the decision. */
async function warned(year: number, hours: number): Promise<string> {
  const id = await caseAbout("listing", (await racketOf(seller)).id, { reason: "scam" });
  const opened = `${year}-06-01T00:00:00Z`;
  await sql`update cases set opened_at = ${opened}, state = 'closed', closed_at = now() where id = ${id}`.execute(
    db(),
  );
  await sql`update reports set created_at = ${opened} where case_id = ${id}`.execute(db());
  const decision = await warningIn(id, seller, operator);
  await sql`
    update decisions set in_force_at = ${opened}::timestamptz + make_interval(hours => ${hours}) where id = ${decision}
  `.execute(db());
  return decision;
}

test("the moderation counts of a year include that year alone, with the median times of decisions and appeals", async () => {
  for (const hours of [1, 2, 9]) await warned(2025, hours);
  const appealed = await warned(2025, 4);
  await sql`
    insert into appeals (decision_id, created_at, decided_at, reversed, answer)
    values (${appealed}, '2025-07-01', '2025-07-02', true, 'Right.')
  `.execute(db());
  await sql`
    insert into complaints (report_id, decision_id, words, created_at, decided_at, reversed, answer)
    select reports.id, decisions.id, 'Look again.', '2025-07-01', '2025-07-03', false, 'No.'
    from reports join decisions using (case_id) where decisions.id = ${appealed}
  `.execute(db());
  await warned(2024, 1);
  await sql`
    insert into reports (case_id, language, reason, signal, evidence, created_at)
    select id, 'en-GB', 'other', 'low_price', '{}', '2025-08-01' from cases limit 1
  `.execute(db());
  expect(await moderationCounts(periodOfYear(2025))).toEqual({
    reports: [{ kind: "listing", reason: "scam", count: 4 }],
    signals: [{ signal: "low_price", count: 1 }],
    decisions: [{ action: "warn", rule: "counterfeit", count: 4 }],
    appeals: { received: 1, reversed: 1, upheld: 0 },
    complaints: { received: 1, reversed: 0, upheld: 1 },
    decisionHours: 3,
    appealHours: 24,
    complaintHours: 48,
  });
  const page = await operator.visitor.open(loader, "/operator/records?year=2025");
  expect(page.data).toMatchObject({ year: 2025, earlier: null });
  const file = await operator.visitor.open(countsFile, "/operator/counts.csv?year=2025");
  expect(file.data).toContain("Listing: It is a scam");
  expect(await moderationCounts(periodOfYear(2020))).toMatchObject({
    reports: [],
    decisions: [],
    decisionHours: null,
  });
});

test("the staff log of a period is a file with ids, without names", async () => {
  await sql`
    insert into staff_log (logged_at, actor_id, action, subject_id, facts) values
      ('2025-03-01T12:00:00Z', ${operator.viewer.id}, 'role_granted', ${seller.viewer.id}, '{"role": "moderator"}'),
      ('2025-03-02T00:00:00Z', null, 'role_taken', ${seller.viewer.id}, '{}')
  `.execute(db());
  const file = await operator.visitor.open(logFile, "/operator/log.csv?from=2025-03-01&to=2025-03-01");
  const lines = String(file.data).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(
    `2025-03-01T12:00:00.000Z,${operator.viewer.id},role_granted,${seller.viewer.id},`,
  );
  expect(lines[1]).not.toContain(seller.viewer.username);
});
