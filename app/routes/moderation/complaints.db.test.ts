import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, findRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as caseAction, loader as caseLoader } from "./case.route.tsx";
import { loader as queueLoader } from "./queue.route.tsx";
import { action, loader } from "./sent-report.route.tsx";
import { loader as listLoader } from "./sent-reports.route.tsx";

let anna: Person;
let ben: Person;
let boss: Person;
let seller: Person;
let reporter: Person;
let listing: { type: "racket"; id: string };
let caseId: string;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben] = [await staffPerson("moderator"), await staffPerson("moderator")];
  boss = await staffPerson("operator");
});
beforeEach(async () => {
  [seller, reporter] = [await person("seller"), await person("reporter")];
  listing = await racketOf(seller, { name: "Fake Blade" });
  caseId = await caseAbout("listing", listing.id, { by: reporter });
  await clearNotices();
});

const at = (id: string) => `/moderation/cases/${id}`;
const send = (who: Person, fields: Record<string, string>, id = caseId) =>
  who.visitor.submit(caseAction, at(id), fields, { id });
const claim = (who: Person, id = caseId) => send(who, { intent: "claim" }, id);
const DISMISS = { intent: "decide", action: "dismiss", words: "We see no fault." };
const HIDE = { intent: "decide", action: "hide", rule: "counterfeit", words: "The logo is wrong." };

async function decided(who: Person, fields: Record<string, string> = DISMISS, id = caseId): Promise<void> {
  await claim(who, id);
  expect(await send(who, fields, id)).toMatchObject({ status: 302 });
}

async function reportId(): Promise<string> {
  return (await findRow("reports", { case_id: caseId }, ["id"])).id;
}

const show = (who: Visitor, id: string, query = "") => who.open(loader, `/reports/${id}${query}`, { id });
const complain = (who: Visitor, id: string, words = "Look at the throat.", query = "") =>
  who.submit(action, `/reports/${id}${query}`, { words }, { id });
const answer = (who: Person, report: string, outcome = "reversed") =>
  send(who, { intent: "complaint", report, outcome, answer: "You are right." });
const complaintsOf = (id: string) => findRows("complaints", { report_id: id }, ["words", "reversed"]);
const stateOf = async (id = caseId) => (await findRow("cases", { id }, ["state"])).state;
const mailsTo = (email: string) =>
  db().selectFrom("mails").select(["subject", "text"]).where("recipient", "=", email).orderBy("id").execute();

/** The query with the token, of the link in the latest mail to this address. */
async function tokenIn(email: string): Promise<string> {
  const [link] = (await mailsTo(email)).at(-1)?.text.match(/https?:\/\/\S+\/reports\/\S+/) ?? [];
  if (!link) throw new Error("no mail about a report");
  return new URL(link).search;
}

describe("the outcome of a report", () => {
  test("is for its reporter, and for who has the link of the mail; the mail says how to complain", async () => {
    const id = await reportId();
    expect((await show(reporter.visitor, id)).data).toMatchObject({ mayComplain: false });
    await decided(anna);
    const mail = (await mailsTo(reporter.viewer.email)).at(-1);
    expect(mail?.text).toContain("you can complain within six months, free of charge");
    expect(await notices("account")).toMatchObject([
      { userIds: [reporter.viewer.id], facts: { event: "report-dismissed" }, path: `/reports/${id}` },
    ]);
    const seen = await show(reporter.visitor, id);
    expect(seen.data).toMatchObject({ mayComplain: true, waits: false, answer: null });
    expect(JSON.stringify(seen.data)).not.toMatch(/Look at this|We see no fault/);
    const token = await tokenIn(reporter.viewer.email);
    expect((await show(new Visitor(), id, token)).data).toMatchObject({ mayComplain: true });
    const other = await person("other");
    for (const who of [new Visitor(), other.visitor, seller.visitor, anna.visitor, boss.visitor]) {
      expect(await show(who, id)).toMatchObject({ status: 404 });
      expect(await show(who, id, `${token}x`)).toMatchObject({ status: 404 });
      expect(await complain(who, id)).toMatchObject({ status: 404 });
    }
    expect(await complaintsOf(id)).toEqual([]);
  });

  test("is in the list of the reporter alone", async () => {
    await decided(anna, HIDE);
    const listed = async (who: Person) =>
      ((await who.visitor.open(listLoader, "/reports")).data as { reports: unknown[] }).reports;
    expect(await listed(reporter)).toMatchObject([
      { path: `/reports/${await reportId()}`, about: "Listing: Fake Blade" },
    ]);
    expect(await listed(seller)).toEqual([]);
    expect(await new Visitor().open(listLoader, "/reports")).toMatchObject({ status: 302 });
  });
});

describe("a complaint", () => {
  test("needs words, and is made once, in time, about a decision", async () => {
    const id = await reportId();
    expect(await complain(reporter.visitor, id)).toMatchObject({ status: 409 });
    await decided(anna);
    expect(await complain(reporter.visitor, id, " ")).toMatchObject({ status: 422 });
    await sql`update decisions set in_force_at = now() - interval '184 days' where case_id = ${caseId}`.execute(
      db(),
    );
    expect(await complain(reporter.visitor, id)).toMatchObject({ status: 409 });
    await updateRows("decisions", { case_id: caseId }, { in_force_at: new Date() });
    for (const words of ["Look at the throat.", "Again!"])
      expect(await complain(reporter.visitor, id, words)).toMatchObject({ status: 302 });
    expect(await complaintsOf(id)).toEqual([{ words: "Look at the throat.", reversed: null }]);
    expect((await show(reporter.visitor, id)).data).toMatchObject({ mayComplain: false, waits: true });
  });

  test("stands among the appeals, and is answered once, by a moderator who did not decide", async () => {
    const id = await reportId();
    await decided(anna);
    await complain(reporter.visitor, id);
    const queue = (await ben.visitor.open(queueLoader, "/moderation?view=appeals")).data as {
      cases: { id: string }[];
    };
    expect(queue.cases.find((row) => row.id === caseId)).toMatchObject({ complaint: true, appeal: false });
    const seenBy = async (who: Person) =>
      ((await who.visitor.open(caseLoader, at(caseId), { id: caseId })).data as { complaints: unknown[] })
        .complaints;
    expect(await seenBy(anna)).toMatchObject([{ fault: "case_second", words: "Look at the throat." }]);
    expect(await seenBy(boss)).toMatchObject([{ fault: null, open: true }]);
    expect(await answer(anna, id)).toMatchObject({ status: 403 });
    for (const who of [reporter, seller]) expect(await answer(who, id)).toMatchObject({ status: 404 });
    expect(await answer(ben, id, "")).toMatchObject({ status: 422 });
    expect(await answer(ben, id, "upheld")).toMatchObject({ status: 302 });
    expect(await answer(boss, id, "upheld")).toMatchObject({ status: 404 });
    expect(await stateOf()).toBe("closed");
    const mail = (await mailsTo(reporter.viewer.email)).at(-1);
    expect(mail).toMatchObject({ subject: "The outcome of your complaint" });
    expect(mail?.text).toContain("You are right.");
    expect((await notices("account")).at(-1)).toMatchObject({
      userIds: [reporter.viewer.id],
      facts: { event: "complaint" },
      path: `/reports/${id}`,
    });
    expect((await show(reporter.visitor, id)).data).toMatchObject({
      answer: "You are right.",
      reversed: false,
      mayComplain: false,
    });
    const { id: decision } = await findRow("decisions", { case_id: caseId }, ["id"]);
    expect(
      await findRows("staff_log", { subject_id: decision }, ["actor_id", "action", "facts"]),
    ).toContainEqual({
      actor_id: ben.viewer.id,
      action: "complaint_decided",
      facts: { outcome: "upheld" },
    });
  });

  test("of a moderator, or about one, is answered by others", async () => {
    caseId = await caseAbout("listing", (await racketOf(seller)).id, { by: ben });
    await decided(anna);
    const id = await reportId();
    await complain(ben.visitor, id);
    expect(await answer(ben, id)).toMatchObject({ status: 403 });
    expect(await answer(boss, id, "upheld")).toMatchObject({ status: 302 });
    caseId = await caseAbout("listing", (await racketOf(ben)).id, { by: reporter });
    await decided(anna);
    const about = await reportId();
    await complain(reporter.visitor, about);
    expect(await answer(ben, about)).toMatchObject({ status: 403 });
  });

  test("that is right opens the case again, for anybody but the first decider; the reporters are told again", async () => {
    const id = await reportId();
    await decided(anna);
    await complain(reporter.visitor, id);
    await answer(ben, id);
    expect(await stateOf()).toBe("open");
    expect((await show(reporter.visitor, id)).data).toMatchObject({ reversed: true, mayComplain: false });
    expect(await claim(anna)).toMatchObject({ status: 403 });
    await decided(ben, HIDE);
    expect((await findRow("listings", { id: listing.id }, ["status"])).status).toBe("hidden");
    const last = (await mailsTo(reporter.viewer.email)).at(-1);
    expect(last?.text).toContain("have taken action");
    expect(last?.text).not.toContain("you can complain");
    expect(await complain(reporter.visitor, id, "Once more")).toMatchObject({ status: 302 });
    expect(await complaintsOf(id)).toEqual([{ words: "Look at the throat.", reversed: true }]);
  });

  test("that is right leaves a measure as it is until the new decision", async () => {
    await decided(anna, HIDE);
    const id = await reportId();
    await complain(reporter.visitor, id);
    await answer(ben, id);
    expect((await findRow("listings", { id: listing.id }, ["status"])).status).toBe("hidden");
    expect((await findRow("decisions", { case_id: caseId }, ["reversed_at"])).reversed_at).toBeNull();
  });

  test("joins the open case of a later report, which the first decider cannot decide either", async () => {
    const id = await reportId();
    await decided(anna);
    await complain(reporter.visitor, id);
    const later = await caseAbout("listing", listing.id);
    await claim(anna, later);
    await answer(ben, id);
    expect(await stateOf()).toBe("closed");
    expect(await findRows("reports", { case_id: later, reporter_id: reporter.viewer.id }, ["words"])).toEqual(
      [{ words: "Look at this." }],
    );
    expect(await send(anna, HIDE, later)).toMatchObject({ status: 403 });
    await sql`update cases set claimed_at = now() - interval '61 minutes' where id = ${later}`.execute(db());
    await decided(ben, HIDE, later);
  });

  test("is made by a signed-out reporter with the link, and answered in the language of the report", async () => {
    await updateRows(
      "reports",
      { case_id: caseId },
      { reporter_id: null, email: "nina@example.com", language: "nl" },
    );
    await decided(anna);
    const id = await reportId();
    const token = await tokenIn("nina@example.com");
    expect(await complain(new Visitor(), id, "Kijk nog eens.", token)).toMatchObject({
      status: 302,
      location: `/reports/${id}${token}`,
    });
    await answer(ben, id, "upheld");
    expect((await mailsTo("nina@example.com")).at(-1)?.subject).toBe("De uitkomst van je klacht");
    expect((await show(new Visitor(), id, token)).data).toMatchObject({ answer: "You are right." });
  });

  test("cannot be made for a reporter who deleted their account, nor about a signal", async () => {
    await decided(anna);
    const id = await reportId();
    const token = await tokenIn(reporter.viewer.email);
    await updateRows("reports", { id }, { reporter_id: null });
    expect((await show(new Visitor(), id, token)).data).toMatchObject({ mayComplain: false });
    expect(await complain(new Visitor(), id, "Hm", token)).toMatchObject({ status: 409 });
    await updateRows("reports", { id }, { signal: "low_price" });
    expect(await show(new Visitor(), id, token)).toMatchObject({ status: 404 });
  });
});
