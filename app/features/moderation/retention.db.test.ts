import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openChat } from "#app/features/chat/queries.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { anonymizeCases } from "./account-deletion.server.ts";
import { claimCase, decideCase } from "./cases/commands.server.ts";
import { reportsOf } from "./cases/queries.server.ts";
import { APPEAL_DAYS, CASE_DAYS, CASE_TEXT_DAYS, REMOVED_DAYS, REPORTER_DAYS } from "./cases/rules.ts";
import type { SubjectKind } from "./reports/rules.ts";
import { deleteOldCases } from "./retention.server.ts";

let seller: Person;
let buyer: Person;

openDatabase();
beforeEach(async () => {
  [seller, buyer] = [await person("seller"), await person("buyer")];
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const exists = async (table: "listings" | "user_reviews" | "chat_messages" | "photos", id: string) =>
  (await db().selectFrom(table).select("id").where("id", "=", id).execute()).length === 1;

/** Closes a case with a decision that was made this many days ago. */
async function decided(
  caseId: string,
  days: number,
  {
    action = "remove",
    until = null,
  }: { action?: "remove" | "hide" | "warn" | "suspend"; until?: string | null } = {},
): Promise<string> {
  const at = daysAgo(days);
  await updateRows("cases", { id: caseId }, { state: "closed", closed_at: at, opened_at: at });
  const { id } = await insertRow("decisions", {
    case_id: caseId,
    person_id: seller.viewer.id,
    action,
    rule: "fraud",
    words: "Because.",
    until: sql<Date | null>`${until}::timestamptz`,
    decided_at: at,
    in_force_at: at,
  });
  return id;
}

/** The reporter of a case complains about its decision. */
const complaintAbout = (decision: string, case_id: string) =>
  sql`
    insert into complaints (report_id, decision_id, words)
    select id, ${decision}, 'Look again.' from reports where case_id = ${case_id}
  `.execute(db());
const complaintsOf = (decision: string) =>
  findRows("complaints", { decision_id: decision }, ["words", "answer"]);

const appealAgainst = (decision: string) => insertRows("appeals", { decision_id: decision, words: "No!" });

/** For each kind of content, a function that creates content of the seller which moderators have removed. */
const THINGS: Readonly<
  Record<Exclude<SubjectKind, "person">, () => Promise<{ id: string; isThere: () => Promise<boolean> }>>
> = {
  async listing() {
    const { id } = await racketOf(seller);
    await updateRows("listings", { id }, { hidden: "removed" });
    return { id, isThere: () => exists("listings", id) };
  },
  async review() {
    const { id } = await insertRow("user_reviews", {
      reviewer_id: seller.viewer.id,
      reviewed_user_id: buyer.viewer.id,
      rating: 1,
      comment: "Bad",
      visible_at: new Date(),
      hidden: "removed",
    });
    return { id, isThere: () => exists("user_reviews", id) };
  },
  async message() {
    const room = await openRoom(buyer.viewer, await racketOf(seller));
    const { id } = await sendMessage(seller.viewer, room, { clientId: randomUUID(), message: "Bad words" });
    await updateRows("chat_messages", { id }, { hidden: "removed" });
    // The message itself stays in the conversation; only its text is deleted.
    return {
      id,
      async isThere() {
        expect((await openChat(buyer.viewer, room)).messages).toHaveLength(1);
        const words = await db()
          .selectFrom("chat_messages")
          .select("message")
          .where("id", "=", id)
          .executeTakeFirst();
        return words?.message === "Bad words";
      },
    };
  },
  async photo() {
    const id = await photoAt(await racketOf(seller));
    await updateRows("photos", { id }, { hidden: "removed" });
    return {
      id,
      async isThere() {
        const photo = await db()
          .selectFrom("photos")
          .select("listing_id")
          .where("id", "=", id)
          .executeTakeFirst();
        return photo?.listing_id !== null;
      },
    };
  },
};

const photoAt = ({ type, id }: { type: string; id: string }) =>
  photoOf(seller, { listing_type: type, listing_id: id, position: 0 });

/** Inserts a case into the database, because nobody can report hidden content any more. */
async function caseOf(kind: SubjectKind, id: string): Promise<string> {
  const made = await insertRow("cases", {
    subject_kind: kind,
    subject_id: id,
    person_id: seller.viewer.id,
    severity: 1,
  });
  return made.id;
}

describe("removed content", () => {
  test.each(Object.keys(THINGS) as (keyof typeof THINGS)[])(
    "is deleted once nobody can appeal: %s",
    async (kind) => {
      const { id, isThere } = await THINGS[kind]();
      const decision = await decided(await caseOf(kind, id), APPEAL_DAYS);
      await deleteOldCases();
      expect(await isThere()).toBe(true);
      await updateRows("decisions", { id: decision }, { in_force_at: daysAgo(REMOVED_DAYS + 1) });
      await deleteOldCases();
      expect(await isThere()).toBe(false);
      await deleteOldCases();
    },
  );

  test("stays while an appeal waits or a later decision can be appealed, and if it is only hidden", async () => {
    const [appealed, twice, hidden] = [
      await THINGS.listing(),
      await THINGS.listing(),
      await THINGS.listing(),
    ];
    await appealAgainst(await decided(await caseOf("listing", appealed.id), REMOVED_DAYS + 1));
    await decided(await caseOf("listing", twice.id), REMOVED_DAYS + 1);
    await decided(await caseOf("listing", twice.id), 3);
    await decided(await caseOf("listing", hidden.id), REMOVED_DAYS + 1, { action: "hide" });
    await updateRows("listings", { id: hidden.id }, { hidden: "hidden" });
    await deleteOldCases();
    for (const { isThere } of [appealed, twice, hidden]) expect(await isThere()).toBe(true);
  });

  test("stays when an appeal has restored it", async () => {
    const { id, isThere } = await THINGS.listing();
    const decision = await decided(await caseOf("listing", id), REMOVED_DAYS + 1);
    await updateRows("decisions", { id: decision }, { reversed_at: daysAgo(300) });
    await updateRows("listings", { id }, { hidden: null });
    await deleteOldCases();
    expect(await isThere()).toBe(true);
  });
});

describe("the email address of a signed-out reporter", () => {
  test("is deleted some time after the answer, and the report still says that the reporter was signed out", async () => {
    const { id } = await racketOf(seller);
    const found = await caseAbout("listing", id);
    const addresses = async () =>
      (
        await db().selectFrom("reports").select("email").where("case_id", "=", found).orderBy("id").execute()
      ).map(({ email }) => email);
    await updateRows("reports", { case_id: found }, { reporter_id: null, email: "anna@example.com" });
    await deleteOldCases();
    expect(await addresses()).toEqual(["anna@example.com"]);
    await updateRows("reports", { case_id: found }, { told_at: daysAgo(REPORTER_DAYS + 1) });
    await deleteOldCases();
    expect(await addresses()).toEqual([""]);
    await updateRows("reports", { case_id: found }, { email: "anna@example.com" });
    const decision = await decided(found, REPORTER_DAYS + 1, { action: "warn" });
    await complaintAbout(decision, found);
    await deleteOldCases();
    expect(await addresses()).toEqual(["anna@example.com"]);
    const answered = { reversed: false, answer: "No." };
    await updateRows("complaints", { decision_id: decision }, { ...answered, decided_at: daysAgo(1) });
    await deleteOldCases();
    expect(await addresses()).toEqual(["anna@example.com"]);
    await updateRows("complaints", { decision_id: decision }, { decided_at: daysAgo(REPORTER_DAYS + 1) });
    await deleteOldCases();
    expect(await addresses()).toEqual([""]);
    expect(await reportsOf(found)).toMatchObject([{ reporter: null, anonymous: true }]);
  });
});

describe("a closed case", () => {
  const words = async (id: string) => {
    const report = await db()
      .selectFrom("reports")
      .select(["words", "evidence"])
      .where("case_id", "=", id)
      .executeTakeFirst();
    return report && { words: report.words, text: JSON.stringify(report.evidence).includes("Blade") };
  };
  const KEPT = { words: "Look at this.", text: true };
  const CLEARED = { words: "", text: false };

  test("loses its texts after a year, and is deleted after two", async () => {
    const found = await caseAbout("listing", (await racketOf(seller)).id);
    const decision = await decided(found, CASE_TEXT_DAYS - 1, { action: "warn" });
    await complaintAbout(decision, found);
    const answered = { decided_at: daysAgo(300), reversed: false, answer: "No." };
    await updateRows("complaints", { decision_id: decision }, answered);
    await deleteOldCases();
    expect(await words(found)).toEqual(KEPT);
    await updateRows("cases", { id: found }, { closed_at: daysAgo(CASE_TEXT_DAYS + 1) });
    await deleteOldCases();
    expect(await words(found)).toEqual(CLEARED);
    const kept = await findRows("decisions", { id: decision }, ["action", "rule", "words"]);
    expect(kept).toEqual([{ action: "warn", rule: "fraud", words: "–" }]);
    expect(await complaintsOf(decision)).toEqual([{ words: "", answer: "–" }]);
    await updateRows("cases", { id: found }, { closed_at: daysAgo(CASE_DAYS + 1) });
    await deleteOldCases();
    expect(await words(found)).toBeUndefined();
  });

  test("is kept while its suspension lasts, or an appeal or a complaint waits; an open case is always kept", async () => {
    const suspending = await caseAbout("listing", (await racketOf(seller)).id);
    await decided(suspending, CASE_DAYS + 1, { action: "suspend", until: "infinity" });
    const appealed = await caseAbout("listing", (await racketOf(seller)).id);
    await appealAgainst(await decided(appealed, CASE_DAYS + 1, { action: "warn" }));
    const complained = await caseAbout("listing", (await racketOf(seller)).id);
    await complaintAbout(await decided(complained, CASE_DAYS + 1, { action: "warn" }), complained);
    const open = await caseAbout("listing", (await racketOf(seller)).id);
    await updateRows("cases", { id: open }, { opened_at: daysAgo(CASE_DAYS + 1) });
    await deleteOldCases();
    for (const id of [suspending, appealed, complained, open]) expect(await words(id)).toEqual(KEPT);
  });

  test("of a person who deletes their account loses its texts; an open case loses only the name", async () => {
    const [closed, open] = [
      await caseAbout("listing", (await racketOf(seller)).id, { by: buyer }),
      await caseAbout("person", seller.viewer.username, { by: buyer }),
    ];
    await decided(closed, 1, { action: "warn" });
    await inTransaction((trx) => anonymizeCases(trx, seller.viewer.id));
    expect(await words(closed)).toEqual(CLEARED);
    const [report] = await reportsOf(open);
    expect(report).toMatchObject({ words: "Look at this.", evidence: { by: null, name: "" } });
    expect(JSON.stringify(report)).not.toContain(seller.viewer.username);
  });

  test("loses the words of a reporter who deletes their account; an open case keeps them", async () => {
    const [closed, open] = [
      await caseAbout("listing", (await racketOf(seller)).id, { by: buyer }),
      await caseAbout("listing", (await racketOf(seller)).id, { by: buyer }),
    ];
    await decided(closed, 1, { action: "warn" });
    await inTransaction((trx) => anonymizeCases(trx, buyer.viewer.id));
    expect(await words(closed)).toEqual({ words: "", text: true });
    expect(await words(open)).toEqual(KEPT);
  });

  test("loses the answered complaint of a reporter who deletes their account; one that waits is withdrawn", async () => {
    const [answered, waiting] = [
      await caseAbout("listing", (await racketOf(seller)).id, { by: buyer }),
      await caseAbout("listing", (await racketOf(seller)).id, { by: buyer }),
    ];
    const [first, second] = [
      await decided(answered, 1, { action: "warn" }),
      await decided(waiting, 1, { action: "warn" }),
    ];
    await complaintAbout(first, answered);
    const answer = { decided_at: daysAgo(1), reversed: false, answer: "No." };
    await updateRows("complaints", { decision_id: first }, answer);
    await complaintAbout(second, waiting);
    await inTransaction((trx) => anonymizeCases(trx, buyer.viewer.id));
    expect(await complaintsOf(first)).toEqual([{ words: "", answer: "–" }]);
    expect(await complaintsOf(second)).toEqual([]);
  });

  test("loses the words and pictures of a deleted reporter when it is closed", async () => {
    const id = await caseAbout("listing", (await racketOf(seller)).id, { by: buyer });
    const pictures = ["a".repeat(64)];
    await updateRows("reports", { case_id: id }, { pictures });
    await db().deleteFrom("users").where("id", "=", buyer.viewer.id).execute();
    expect(await words(id)).toEqual(KEPT);
    const moderator = await staffPerson("moderator");
    const actor = { ...moderator.viewer, role: "moderator" } as const;
    await claimCase(actor, id);
    await decideCase(actor, id, {
      action: "dismiss",
      rule: undefined,
      words: "Nothing wrong.",
      suspension: undefined,
    });
    expect(await words(id)).toEqual({ words: "", text: true });
    expect(await reportsOf(id)).toMatchObject([{ pictures: [] }]);
  });
});
