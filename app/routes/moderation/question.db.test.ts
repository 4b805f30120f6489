import { beforeEach, describe, expect, test } from "vitest";
import { anonymizeCases } from "#app/features/moderation/account-deletion.server.ts";
import { report } from "#app/features/moderation/reports/commands.server.ts";
import { subjectOf } from "#app/features/moderation/reports/queries.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as caseAction, loader as caseLoader } from "./case.route.tsx";
import { action, loader } from "./question.route.tsx";

let anna: Person;
let ben: Person;
let seller: Person;
let reporter: Person;
let listing: { type: "racket"; id: string };
let caseId: string;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben] = [await staffPerson("moderator"), await staffPerson("moderator")];
});
beforeEach(async () => {
  [seller, reporter] = [await person("seller"), await person("reporter")];
  listing = await racketOf(seller, { name: "Odd Blade" });
  caseId = await caseAbout("listing", listing.id, { by: reporter });
  await clearNotices();
});

type Browser = { visitor: Visitor };
const stranger = { visitor: new Visitor() };
const inCase = ({ visitor }: Browser, fields: Record<string, string>) =>
  visitor.submit(caseAction, `/moderation/cases/${caseId}`, fields, { id: caseId });
const ask = (who: Browser, to = "member", question = "Do you have the receipt?") =>
  inCase(who, { intent: "ask", to, question });
const asked = () => findRow("case_questions", { case_id: caseId });
const at = (id: string, token = "") => `/questions/${id}${token && `?token=${token}`}`;
const read = ({ visitor }: Browser, id: string, token = "") => visitor.open(loader, at(id, token), { id });
const answer = ({ visitor }: Browser, id: string, words = "Yes, from 2024.", token = "") =>
  visitor.submit(action, at(id, token), { answer: words }, { id });
const reportId = async () => (await findRow("reports", { case_id: caseId }, ["id"])).id;
const caseSeen = async () =>
  (await anna.visitor.open(caseLoader, `/moderation/cases/${caseId}`, { id: caseId })).data;

async function tokenMailedTo(email: string): Promise<string> {
  const mail = await db()
    .selectFrom("mails")
    .select("text")
    .where("recipient", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /\/questions\/\S+token=(\S+)/.exec(mail.text)?.[1] ?? "";
}

describe("a question to the member", () => {
  test("is asked by moderators alone, in the name of the shop, and answered once by the member", async () => {
    for (const who of [stranger, seller, reporter]) expect(await ask(who)).toMatchObject({ status: 404 });
    expect(await ask(anna)).toMatchObject({ status: 302 });
    const { id } = await asked();
    expect(await notices("account")).toMatchObject([
      { userIds: [seller.viewer.id], facts: { event: "question" }, path: `/questions/${id}` },
    ]);
    expect(await caseSeen()).toMatchObject({
      asked: true,
      questions: [{ words: "Do you have the receipt?", answer: null }],
    });

    for (const who of [stranger, reporter, anna, ben]) {
      expect(await read(who, id)).toMatchObject({ status: 404 });
      expect(await answer(who, id)).toMatchObject({ status: 404 });
    }
    const page = await read(seller, id);
    expect(page.data).toMatchObject({ words: "Do you have the receipt?", answer: null, ofReporter: false });
    expect(JSON.stringify(page.data)).not.toContain(reporter.viewer.username);
    for (const words of ["", "x".repeat(2001)])
      expect(await answer(seller, id, words)).toMatchObject({ status: 422 });
    await clearNotices();
    for (const words of ["Yes, from 2024.", "No."])
      expect(await answer(seller, id, words)).toMatchObject({ status: 302 });
    expect((await asked()).answer).toBe("Yes, from 2024.");
    expect(await notices("account")).toMatchObject([
      { userIds: [anna.viewer.id], facts: { event: "question-answered" } },
    ]);
    expect(await caseSeen()).toMatchObject({
      asked: false,
      questions: [{ answer: { words: "Yes, from 2024." } }],
    });
  });

  test("is answered by the link of the mail too, by somebody who cannot sign in", async () => {
    await ask(anna);
    const { id } = await asked();
    const token = await tokenMailedTo(seller.viewer.email);
    expect(await read(stranger, id, `${token}x`)).toMatchObject({ status: 404 });
    expect(await read(stranger, id, token)).toMatchObject({ status: 200 });
    expect(await answer(stranger, id, "It is mine.", token)).toMatchObject({ status: 302 });
    expect((await asked()).answer).toBe("It is mine.");
  });

  test("waits for its answer before another one, and keeps no case from its decision", async () => {
    await ask(anna);
    expect(await ask(ben)).toMatchObject({ status: 409 });
    await inCase(anna, { intent: "claim" });
    const decided = await inCase(anna, {
      intent: "decide",
      action: "warn",
      rule: "misleading",
      words: "It is not new.",
    });
    expect(decided).toMatchObject({ status: 302 });
    const { id } = await asked();
    expect((await read(seller, id)).data).toMatchObject({ closed: true });
    expect(await answer(seller, id)).toMatchObject({ status: 409 });
    expect(await ask(anna)).toMatchObject({ status: 409 });
  });

  test("is not asked by whom the case is about, nor of nobody", async () => {
    caseId = await caseAbout("person", anna.viewer.username);
    expect(await ask(anna)).toMatchObject({ status: 403 });
    expect(await ask(ben, crypto.randomUUID())).toMatchObject({ status: 409 });
    expect(await ask(ben, "everybody")).toMatchObject({ status: 422 });
    expect(await ask(ben, "member", "x".repeat(2001))).toMatchObject({ status: 422 });
  });
});

describe("a question to who reported it", () => {
  test("is read and answered by this person alone", async () => {
    expect(await ask(anna, await reportId())).toMatchObject({ status: 302 });
    const { id } = await asked();
    for (const who of [stranger, seller, ben]) expect(await read(who, id)).toMatchObject({ status: 404 });
    expect((await read(reporter, id)).data).toMatchObject({ ofReporter: true });
    expect(await answer(reporter, id)).toMatchObject({ status: 302 });
  });

  test("goes to the address of somebody who was signed out, in the language of their report", async () => {
    const other = await racketOf(seller);
    const subject = await subjectOf("listing", other.id, null);
    const email = "dupont@example.com";
    const input = { reason: "scam", words: "Voilà", proof: "", email } as const;
    await report(stranger.visitor.request("/"), null, subject, input);
    caseId = (await findRow("cases", { subject_id: other.id }, ["id"])).id;
    await updateRows("reports", { case_id: caseId }, { language: "fr" });
    await ask(anna, await reportId());
    const mail = await db()
      .selectFrom("mails")
      .selectAll()
      .where("recipient", "=", email)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe("Une question sur un point que nous examinons");
    const { id } = await asked();
    const token = await tokenMailedTo(email);
    expect(await answer(stranger, id, "Oui.", token)).toMatchObject({ status: 302 });
  });
});

test("notes, questions and answers are deleted with the texts of a case, or with the account", async () => {
  await ask(anna);
  await ask(anna, await reportId());
  await inCase(anna, { intent: "note", note: "Hm." });
  // Nobody waits for the answer of a person who left.
  await inTransaction((trx) => anonymizeCases(trx, reporter.viewer.id));
  expect(await findRows("case_questions", { case_id: caseId }, ["report_id"])).toEqual([{ report_id: null }]);
  await answer(seller, (await asked()).id);
  await inTransaction((trx) => anonymizeCases(trx, seller.viewer.id));
  expect(await findRows("case_questions", { case_id: caseId }, ["answer"])).toHaveLength(1);
  await updateRows("cases", { id: caseId }, { state: "closed", closed_at: new Date() });
  await inTransaction((trx) => anonymizeCases(trx, seller.viewer.id));
  for (const table of ["case_questions", "case_notes"] as const)
    expect(await findRows(table, { case_id: caseId }, ["id"])).toEqual([]);
});
