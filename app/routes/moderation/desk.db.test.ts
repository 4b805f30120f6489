import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./case.route.tsx";
import { loader as statementLoader } from "./statement.route.tsx";
import { action as templatesAction, loader as templatesLoader } from "./templates.route.tsx";

let anna: Person;
let ben: Person;
let operator: Person;
let seller: Person;
let reporter: Person;
let listing: { type: "racket"; id: string };
let caseId: string;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben, operator] = [
    await staffPerson("moderator"),
    await staffPerson("moderator"),
    await staffPerson("operator"),
  ];
});
beforeEach(async () => {
  [seller, reporter] = [await person("seller"), await person("reporter")];
  await db()
    .insertInto("user_preferences")
    .values({ user_id: seller.viewer.id, language: "nl" })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ language: "nl" }))
    .execute();
  listing = await racketOf(seller, { name: "Fake Blade" });
  caseId = await caseAbout("listing", listing.id, { by: reporter });
  await send(anna, { intent: "claim" });
  await clearNotices();
});

type Fields = Record<string, string | readonly string[]>;
const path = (id: string) => `/moderation/cases/${id}`;
const stranger = { visitor: new Visitor() };
const open = ({ visitor }: { visitor: Visitor }, id = caseId) => visitor.open(loader, path(id), { id });
const send = ({ visitor }: { visitor: Visitor }, fields: Fields, id = caseId) =>
  visitor.submit(action, path(id), fields, { id });
const decision = (fields: Fields = {}) => ({
  intent: "decide",
  action: "remove",
  rule: "counterfeit",
  words: "Het logo klopt niet.",
  ...fields,
});
const mailsTo = ({ viewer }: Person) =>
  db()
    .selectFrom("mails")
    .select(["subject", "text"])
    .where("recipient", "=", viewer.email)
    .orderBy("id")
    .execute();
const hiddenNow = async () => (await findRow("listings", { id: listing.id }, ["hidden"])).hidden;
const suspendedUntil = async () =>
  (await findRow("profiles", { id: seller.viewer.id }, ["suspended_until"])).suspended_until;
const lastDecision = () => findRow("decisions", { case_id: caseId }, ["id"]);
const loggedActions = async (subjectId: string | null) =>
  (
    await db()
      .selectFrom("staff_log")
      .select(["actor_id", "action"])
      .where("subject_id", subjectId === null ? "is" : "=", subjectId)
      .orderBy("id")
      .execute()
  ).filter(({ action }) => !["case_opened", "case_claimed"].includes(action));

describe("a decision with two measures", () => {
  test("hides and warns: one statement names both, in the member's language", async () => {
    expect(await send(anna, decision({ action: "hide", also: "warn" }))).toMatchObject({ status: 302 });
    expect(await hiddenNow()).toBe("hidden");
    expect(await suspendedUntil()).toBeNull();
    const mails = await mailsTo(seller);
    expect(mails).toHaveLength(1);
    for (const part of ["Het logo klopt niet.", "Een waarschuwing", "na een melding"])
      expect(mails[0]?.text).toContain(part);
    const page = await seller.visitor.open(statementLoader, "/statements", { id: (await lastDecision()).id });
    expect((page.data as { statement: { facts: unknown[] } }).statement.facts).toContainEqual([
      "Also",
      "A warning",
    ]);
  });

  test("removes and suspends; reversing the appeal undoes both", async () => {
    await send(anna, decision({ also: "suspend", suspension: "7" }));
    expect(await hiddenNow()).toBe("removed");
    expect(await suspendedUntil()).not.toBeNull();
    expect(await viewerOf(seller.visitor.request("/"))).toBeNull();
    const { id } = await lastDecision();
    await insertRows("appeals", { decision_id: id });
    await send(ben, { intent: "appeal", decision: id, outcome: "reversed", answer: "You are right." });
    expect(await hiddenNow()).toBeNull();
    expect(await suspendedUntil()).toBeNull();
  });

  test("waits as a whole for a second moderator when it suspends for good", async () => {
    await send(anna, decision({ also: "suspend", suspension: "ever" }));
    expect([await hiddenNow(), await suspendedUntil(), await mailsTo(seller)]).toEqual([null, null, []]);
    expect(await send(anna, { intent: "confirm" })).toMatchObject({ status: 403 });
    expect(await send(ben, { intent: "confirm" })).toMatchObject({ status: 302 });
    expect([await hiddenNow(), await suspendedUntil()]).toEqual(["removed", Number.POSITIVE_INFINITY]);
    expect((await mailsTo(seller)).at(-1)?.text).toContain("Je account is geblokkeerd");
  });

  test.each<[string, Fields]>([
    ["beside a measure on the person", { action: "warn", also: "suspend", suspension: "7" }],
    ["of a kind that there is not", { also: "dismiss" }],
    ["without a length", { also: "suspend" }],
    ["whose length nothing needs", { also: "warn", suspension: "7" }],
  ])("is refused %s", async (_, fields) => {
    expect(await send(anna, decision(fields))).toMatchObject({ status: 422 });
    expect(await hiddenNow()).toBeNull();
  });

  test("is stored only with what belongs together", async () => {
    const row = { case_id: caseId, action: "warn", rule: "spam", words: "Why." };
    await expect(insertRows("decisions", { ...row, also: "warn" })).rejects.toThrow("decisions_also");
    const until = sql<Date>`now()`;
    await expect(insertRows("decisions", { ...row, until })).rejects.toThrow("decisions_until");
    await insertRows("decisions", {
      ...row,
      action: "hide",
      also: "suspend",
      until,
      in_force_at: new Date(),
    });
  });

  test("is also about further listings of the member, each with its own statement", async () => {
    const more = await racketOf(seller, { name: "Fake Aero" });
    const others = await racketOf(reporter);
    expect(await send(anna, decision({ listing: [others.id] }))).toMatchObject({ status: 400 });
    expect(await hiddenNow()).toBeNull();
    await send(anna, decision({ also: "warn", listing: [more.id] }));
    expect(await hiddenNow()).toBe("removed");
    expect((await findRow("listings", { id: more.id }, ["hidden"])).hidden).toBe("removed");
    const further = await findRow("cases", { subject_id: more.id }, ["id", "state"]);
    expect(further.state).toBe("closed");
    expect(await findRow("decisions", { case_id: further.id }, ["action", "also", "words"])).toEqual({
      action: "remove",
      also: null,
      words: "Het logo klopt niet.",
    });
    const [, second] = await mailsTo(seller);
    expect(second?.text).toContain("zonder melding");
  });
});

describe("the statement of a decision that is not made yet", () => {
  const preview = (fields: Fields = {}) => send(anna, decision({ intent: "preview", ...fields }));
  test("is shown as the member will read it, and nothing happens", async () => {
    const { data, status } = await preview({ also: "suspend", suspension: "7" });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      value: {
        result: { initialValue: { words: "Het logo klopt niet.", action: "remove" } },
        preview: {
          lang: "nl",
          language: "Dutch",
          title: "Onze beslissing",
          words: "Het logo klopt niet.",
          mail: { subject: "Een beslissing over je account of inhoud" },
        },
      },
    });
    expect([await hiddenNow(), await mailsTo(seller)]).toEqual([null, []]);
    await send(anna, decision({ also: "suspend", suspension: "7" }));
    const { text } = (data as { value: { preview: { mail: { text: string } } } }).value.preview.mail;
    const sent = (await mailsTo(seller))[0]?.text ?? "";
    const withoutLink = (mail: string) => mail.replaceAll(/https?:\S+\/statements\/\S+/g, "");
    expect(withoutLink(text)).toBe(withoutLink(sent));
  });

  test("does not exist when the report is dismissed", async () => {
    const { data } = await preview({ action: "dismiss", rule: "" });
    expect(data).toMatchObject({ value: { preview: null } });
  });

  test("is for moderators alone", async () => {
    for (const who of [stranger, seller, reporter])
      expect(await send(who, decision({ intent: "preview" }))).toMatchObject({ status: 404 });
  });
});

describe("the texts of the rules", () => {
  const at = "/moderation/templates?rule=spam";
  const texts = async ({ visitor }: { visitor: Visitor }) =>
    ((await visitor.open(templatesLoader, at)).data as { stored: Record<string, string> }).stored;
  const save = ({ visitor }: { visitor: Visitor }, fields: Fields) =>
    visitor.submit(templatesAction, at, fields);

  test("are changed by moderators and operators alone, logged, and offered in the member's language", async () => {
    for (const who of [stranger, seller]) {
      expect(await who.visitor.open(templatesLoader, at)).toMatchObject({ status: 404 });
      expect(await save(who, { nl: "Mine!" })).toMatchObject({ status: 404 });
    }
    const before = await texts(anna);
    expect(await save(anna, { ...before, nl: "Geen reclame." })).toMatchObject({ status: 302 });
    expect((await open(ben)).data).toMatchObject({ templates: { spam: "Geen reclame." } });
    expect(await findRows("decision_templates", { rule: "spam" }, ["language", "words"])).toEqual([
      { language: "nl", words: "Geen reclame." },
    ]);
    expect((await loggedActions(null)).at(-1)).toEqual({
      actor_id: anna.viewer.id,
      action: "template_changed",
    });
    await save(operator, { ...before, nl: "" });
    expect(await texts(anna)).toEqual(before);
    expect(await save(anna, { ...before, fr: "x".repeat(2001) })).toMatchObject({ status: 422 });
  });

  test("are inserted without JavaScript too, and what was typed stays", async () => {
    const insert = (words: string) =>
      send(anna, { intent: "template", action: "hide", rule: "stolen", words });
    const wordsOf = async (typed: string) =>
      ((await insert(typed)).data as { value: { result: { initialValue: Fields } } }).value.result
        .initialValue;
    const empty = await wordsOf("");
    expect(empty).toMatchObject({ action: "hide", words: expect.stringContaining("gestolen") });
    expect((await wordsOf("Bon?")).words).toBe(`Bon?\n\n${empty.words}`);
    const withoutRule = await send(anna, { intent: "template", rule: "", words: "Bon?" });
    expect(withoutRule).toMatchObject({ status: 422, data: { result: { initialValue: { words: "Bon?" } } } });
  });
});

describe("a note", () => {
  const note = (who: { visitor: Visitor }, words = "Second account of the same person?") =>
    send(who, { intent: "note", note: words });

  test("is written and read by moderators alone, and logged", async () => {
    for (const who of [stranger, seller, reporter]) expect(await note(who)).toMatchObject({ status: 404 });
    expect(await note(ben)).toMatchObject({ status: 302 });
    expect((await open(operator)).data).toMatchObject({
      notes: [{ words: "Second account of the same person?", by: ben.viewer.username }],
    });
    expect((await loggedActions(caseId)).at(-1)).toEqual({ actor_id: ben.viewer.id, action: "note_added" });
    for (const words of ["", " ", "x".repeat(2001)])
      expect(await note(anna, words)).toMatchObject({ status: 422 });
    expect(await note(anna, "Closed, too.")).toMatchObject({ status: 302 });
  });
});

describe("handing on", () => {
  const handOn = (who: { visitor: Visitor }, receiver: Person, note = "") =>
    send(who, { intent: "handOn", receiver: receiver.viewer.username, handNote: note });
  const claimer = async () => (await findRow("cases", { id: caseId }, ["claimed_by"])).claimed_by;

  test("gives a claimed case to another moderator, who is told, with a note", async () => {
    for (const who of [stranger, seller]) expect(await handOn(who, ben)).toMatchObject({ status: 404 });
    expect(await handOn(ben, ben)).toMatchObject({ status: 409 });
    expect(await handOn(anna, ben, "You speak Dutch.")).toMatchObject({ status: 302 });
    expect(await claimer()).toBe(ben.viewer.id);
    expect((await open(ben)).data).toMatchObject({ decides: true, notes: [{ words: "You speak Dutch." }] });
    expect(await notices("account")).toMatchObject([
      { userIds: [ben.viewer.id], facts: { event: "case-handed-on" }, path: path(caseId) },
    ]);
    expect((await loggedActions(caseId)).map(({ action }) => action)).toEqual([
      "note_added",
      "case_handed_on",
    ]);
    expect(await handOn(anna, operator)).toMatchObject({ status: 409 });
  });

  test("is possible to members of staff alone whom the case is not about, and whose second factor is on", async () => {
    for (const receiver of [seller, anna])
      expect(await handOn(anna, receiver)).toMatchObject({ status: 409 });
    const about = await caseAbout("person", ben.viewer.username);
    await send(anna, { intent: "claim" }, about);
    const sent = await send(anna, { intent: "handOn", receiver: ben.viewer.username }, about);
    expect(sent).toMatchObject({ status: 409 });
    const off = await staffPerson("moderator");
    await updateRows("users", { id: off.viewer.id }, { two_factor_enabled: false });
    expect(await handOn(anna, off)).toMatchObject({ status: 409 });
    expect(await claimer()).toBe(anna.viewer.id);
  });
});

test("what else there is about the member is at hand", async () => {
  const more = await racketOf(seller, { name: "Another" });
  const closed = await caseAbout("person", seller.viewer.username);
  await updateRows("cases", { id: closed }, { state: "closed", closed_at: new Date() });
  const { data } = await open(anna);
  expect(data).toMatchObject({
    person: { language: "Language: Dutch" },
    otherCases: [{ id: closed, closed: true }],
    atHand: {
      listings: [
        { id: more.id, name: "Another", newCase: `/moderation/cases/new?kind=listing&subject=${more.id}` },
      ],
      devices: [{ used: expect.any(String) }],
    },
  });
  expect(JSON.stringify(data)).not.toContain("203.0.113");
});
