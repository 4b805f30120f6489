import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteOldCases } from "#app/features/moderation/retention.server.ts";
import { db } from "#app/platform/db.server.ts";
import { loader as recordsLoader } from "#app/routes/operator/records.route.tsx";
import { loader as staffLoader } from "#app/routes/operator/staff.route.tsx";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { action as caseAction, loader as caseLoader } from "./case.route.tsx";
import { loader as personLoader } from "./person.route.tsx";
import { loader as queueLoader } from "./queue.route.tsx";
import { loader as sentReportLoader } from "./sent-report.route.tsx";
import { loader as sentReportsLoader } from "./sent-reports.route.tsx";
import { loader as statementLoader } from "./statement.route.tsx";

// While servers are replaced, this version reads rows of a newer one, whose names it does not have.

let anna: Person;
let ben: Person;
let boss: Person;
let seller: Person;
let reporter: Person;
let caseId: string;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben, boss] = [
    await staffPerson("moderator"),
    await staffPerson("moderator"),
    await staffPerson("operator"),
  ];
  // A migration of the newer version allows more values.
  await sql`do $$ declare held record; begin
    for held in select conrelid::regclass as name, conname from pg_constraint
      where contype = 'c' and conrelid in ('cases'::regclass, 'decisions'::regclass)
    loop execute format('alter table %s drop constraint %I', held.name, held.conname); end loop;
  end $$`.execute(db());
});

beforeEach(async () => {
  [seller, reporter] = [await person("seller"), await person("reporter")];
  caseId = await caseAbout("listing", (await racketOf(seller)).id, { by: reporter });
  await updateRows("reports", { case_id: caseId }, { reason: "mistuned" });
});

const path = () => `/moderation/cases/${caseId}`;
const openCase = async () =>
  (await anna.visitor.open(caseLoader, path(), { id: caseId })).data as { caseView?: unknown };
const send = (who: Person, fields: Record<string, string>) =>
  who.visitor.submit(caseAction, path(), fields, { id: caseId });
const shown = (outcome: unknown) => JSON.stringify(outcome);
const stateNow = async () => (await findRow("cases", { id: caseId }, ["state"])).state;

/** Stores a decision of the newer version, which still waits for a second moderator, or is in force. */
const mute = (is: "waiting" | "in force") =>
  insertRow("decisions", {
    case_id: caseId,
    person_id: seller.viewer.id,
    action: "mute",
    also: "tutor",
    rule: "loudness",
    words: "Too loud.",
    decided_by: anna.viewer.id,
    in_force_at: is === "in force" ? new Date() : null,
  });

test("an action of the log is shown with its stored name", async () => {
  await insertRows("staff_log", { actor_id: boss.viewer.id, action: "trumpeted", facts: "{}" });
  await insertRows("staff_log", {
    actor_id: boss.viewer.id,
    action: "decided",
    facts: JSON.stringify({ action: "mute" }),
  });
  const { entries } = (await boss.visitor.open(staffLoader, "/operator/staff")).data as {
    entries: { text: string }[];
  };
  expect(entries.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["trumpeted", expect.stringContaining("mute")]),
  );
});

test("a reason, a signal and a kind are shown with their stored names, on every page that has the case", async () => {
  await updateRows("cases", { id: caseId }, { subject_kind: "serenade" });
  await insertRows("reports", {
    case_id: caseId,
    reason: "other",
    signal: "out_of_tune",
    language: "en-GB",
    evidence: "{}",
  });
  const { id: reportId } = await findRow("reports", { case_id: caseId, reporter_id: reporter.viewer.id }, [
    "id",
  ]);
  const { username } = seller.viewer;
  const pages = {
    queue: await anna.visitor.open(queueLoader, "/moderation"),
    case: await openCase(),
    person: await anna.visitor.open(personLoader, `/moderation/people/${username}`, { username }),
    records: await boss.visitor.open(recordsLoader, "/operator/records"),
    reports: await reporter.visitor.open(sentReportsLoader, "/reports"),
    report: await reporter.visitor.open(sentReportLoader, `/reports/${reportId}`, { id: reportId }),
  };
  for (const [name, page] of Object.entries(pages)) expect(shown(page), name).toContain("serenade");
  for (const page of [pages.queue, pages.case]) expect(shown(page)).toContain("out_of_tune");
  for (const page of [pages.case, pages.records, pages.report]) expect(shown(page)).toContain("mistuned");
});

test("a case about a kind of the newer version is not decided here", async () => {
  await updateRows("cases", { id: caseId }, { subject_kind: "serenade" });
  await send(anna, { intent: "claim" });
  expect(shown(await openCase())).toContain('"decides":false');
  expect(await send(anna, { intent: "decide", action: "hide", rule: "spam", words: "No." })).toMatchObject({
    status: 503,
  });
  expect(await stateNow()).toBe("open");
});

describe("a measure of the newer version", () => {
  test("is shown with its stored name to moderators, and on the statement to the person", async () => {
    const { id } = await mute("in force");
    const { username } = seller.viewer;
    for (const page of [
      await openCase(),
      await anna.visitor.open(personLoader, `/moderation/people/${username}`, { username }),
      await boss.visitor.open(recordsLoader, "/operator/records"),
      await seller.visitor.open(statementLoader, `/statements/${id}`, { id }),
    ])
      expect(shown(page)).toContain("mute");
  });

  test("is neither confirmed nor undone here, but can be dropped or upheld", async () => {
    await mute("waiting");
    expect(await send(ben, { intent: "confirm" })).toMatchObject({ status: 503 });
    expect(await stateNow()).toBe("open");
    expect(await send(ben, { intent: "drop" })).not.toMatchObject({ status: 503 });
    const { id: decision } = await mute("in force");
    await insertRows("appeals", { decision_id: decision, words: "No!" });
    const answer = (outcome: string) => send(ben, { intent: "appeal", decision, outcome, answer: "So." });
    expect(await answer("reversed")).toMatchObject({ status: 503 });
    expect((await findRow("decisions", { id: decision }, ["reversed_at"])).reversed_at).toBeNull();
    expect(await answer("upheld")).not.toMatchObject({ status: 503 });
  });

  test("keeps the daily job from nothing else", async () => {
    await updateRows(
      "cases",
      { id: caseId },
      { subject_kind: "serenade", state: "closed", closed_at: new Date() },
    );
    const { id } = await mute("in force");
    await updateRows("decisions", { id }, { action: "remove", in_force_at: new Date("2020-01-01") });
    await deleteOldCases();
    expect((await findRow("decisions", { id }, ["deleted_at"])).deleted_at).toBeNull();
  });
});
