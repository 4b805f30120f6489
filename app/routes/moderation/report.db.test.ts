import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { subjectOf } from "#app/features/moderation/reports/queries.server.ts";
import { personReportPath } from "#app/features/moderation/reports/rules.ts";
import { raiseSignal } from "#app/features/moderation/signals/raise.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { offerWithoutNotice } from "#tests/support/offers.ts";
import { type Person, person, racketOf } from "#tests/support/people.ts";
import { findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./report.route.tsx";
import { loader as roomLoader } from "./report-room.route.tsx";

let seller: Person;
let buyer: Person;
let stranger: Person;
let listing: { type: "racket"; id: string };

openDatabase();
beforeEach(async () => {
  [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  listing = await racketOf(seller, { name: "Fake Blade" });
});

const open = (who: Visitor, kind: string, id: string) =>
  who.open(loader, `/report/${kind}/${id}`, { kind, id });
const send = (who: Visitor, kind: string, id: string, fields: Record<string, string> = {}) =>
  who.submit(
    action,
    `/report/${kind}/${id}`,
    { reason: "scam", words: "Never sent.", ...fields },
    { kind, id },
  );

const casesOf = (id: string) =>
  findRows("cases", { subject_id: id }, [
    "id",
    "subject_kind",
    "person_id",
    "severity",
    "state",
    "listing_type",
  ]);
const reportsOf = (id: string) =>
  db()
    .selectFrom("reports")
    .innerJoin("cases", "cases.id", "case_id")
    .select(["reporter_id", "email", "language", "reason", "words", "proof", "evidence"])
    .where("subject_id", "=", id)
    .orderBy("reports.id")
    .execute();
const mailsTo = (recipient: string) => findRows("mails", { recipient }, ["subject", "text"]);

async function messageFrom(who: Person, text: string): Promise<{ id: string; room: string }> {
  const room = await openRoom(buyer.viewer, listing);
  const { id } = await sendMessage(who.viewer, room, { clientId: randomUUID(), message: text });
  return { id, room };
}

describe("a report of a listing", () => {
  test("opens a case with what was reported, and thanks with a mail", async () => {
    const sent = await send(stranger.visitor, "listing", listing.id, {
      proof: "https://example.com/original",
    });
    expect(sent).toMatchObject({ status: 302, location: `/rackets/${listing.id}` });
    expect(decodeURIComponent(sent.headers.get("set-cookie") ?? "")).toContain("Thank you for your report");
    expect(await casesOf(listing.id)).toMatchObject([
      {
        subject_kind: "listing",
        person_id: seller.viewer.id,
        severity: 3,
        state: "open",
        listing_type: "racket",
      },
    ]);
    expect(await reportsOf(listing.id)).toEqual([
      {
        reporter_id: stranger.viewer.id,
        email: null,
        language: "en-GB",
        reason: "scam",
        words: "Never sent.",
        proof: "https://example.com/original",
        evidence: {
          name: "Fake Blade",
          text: "",
          by: seller.viewer.username,
          photos: [],
          priceCents: 12_950,
        },
      },
    ]);
    const [receipt] = await mailsTo(stranger.viewer.email);
    expect(receipt).toMatchObject({ subject: "We have received your report" });
    expect(receipt?.text).toContain("Fake Blade");
    expect(await mailsTo(seller.viewer.email)).toEqual([]);
  });

  test("joins the open case, which becomes as urgent as its most urgent report", async () => {
    await send(buyer.visitor, "listing", listing.id, { reason: "untrue" });
    expect(await casesOf(listing.id)).toMatchObject([{ severity: 1 }]);
    await send(stranger.visitor, "listing", listing.id, { reason: "counterfeit" });
    expect(await casesOf(listing.id)).toMatchObject([{ severity: 2 }]);
    expect(await reportsOf(listing.id)).toHaveLength(2);
  });

  test("is stored once, however often the same person sends it", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send(stranger.visitor, "listing", listing.id)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 302 });
    await send(stranger.visitor, "listing", listing.id, { reason: "stolen", words: "And again" });
    expect(await reportsOf(listing.id)).toMatchObject([{ reason: "scam", words: "Never sent." }]);
    expect(await mailsTo(stranger.viewer.email)).toHaveLength(1);
  });

  test("opens a new case once the last one is closed", async () => {
    await send(stranger.visitor, "listing", listing.id);
    await updateRows("cases", { subject_id: listing.id }, { state: "closed", closed_at: new Date() });
    await send(stranger.visitor, "listing", listing.id);
    expect(await casesOf(listing.id)).toHaveLength(2);
  });

  test.each([
    ["when it opens a case", false],
    ["when it is the first one by a person in a case that a signal opened", true],
  ])("is mailed to the operator %s", async (_, signalFirst) => {
    if (signalFirst) await raiseSignal({ signal: "contact", kind: "listing", id: listing.id });
    await withEnv({ supportEmail: "help@example.com" }, async () => {
      for (const who of [buyer, stranger]) await send(who.visitor, "listing", listing.id);
    });
    const mails = (await mailsTo("help@example.com")).filter(({ text }) => text.includes(listing.id));
    expect(mails).toMatchObject([{ subject: "New case: Listing: Fake Blade" }]);
  });

  test("is refused and not stored when something is missing or invalid", async () => {
    const wrong: Record<string, string>[] = [
      { reason: "" },
      { reason: "boring" },
      { words: "x".repeat(2001) },
      { proof: "\u0001" },
    ];
    for (const fields of wrong) {
      const answer = await send(stranger.visitor, "listing", listing.id, fields);
      expect(answer).toMatchObject({ status: 422, data: { result: { status: "error" } } });
    }
    expect(await reportsOf(listing.id)).toEqual([]);
  });

  test("is limited to twenty an hour", async () => {
    for (let nth = 0; nth < 20; nth += 1) await send(stranger.visitor, "listing", listing.id);
    expect(await send(stranger.visitor, "listing", listing.id)).toMatchObject({ status: 429 });
  });
});

describe("a signed-out reporter", () => {
  test("reports with an email address, which gets the receipt", async () => {
    const visitor = new Visitor();
    expect((await open(visitor, "listing", listing.id)).data).toMatchObject({ signedIn: false });
    expect(await send(visitor, "listing", listing.id)).toMatchObject({ status: 422 });
    expect(await send(visitor, "listing", listing.id, { email: "no address" })).toMatchObject({
      status: 422,
    });
    const answers = [];
    for (let twice = 0; twice < 2; twice += 1)
      answers.push(await send(visitor, "listing", listing.id, { email: " Anna@Example.com" }));
    // The second answer must not reveal that this email address has reported the listing before.
    for (const { status, headers } of answers) {
      expect(status).toBe(302);
      expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain("We have received it");
    }
    expect(await reportsOf(listing.id)).toMatchObject([{ reporter_id: null, email: "anna@example.com" }]);
    const mails = await mailsTo("anna@example.com");
    expect(mails).toHaveLength(1);
    // Anybody can type any email address, so the mail repeats none of the reporter's words.
    expect(mails[0]?.text).not.toContain("Never sent.");
  });

  test("is thanked but ignored when the hidden field is filled in, as bots do", async () => {
    const answer = await send(new Visitor(), "listing", listing.id, { email: "bot@example.com", memo: "x" });
    expect(answer).toMatchObject({ status: 302 });
    expect(await reportsOf(listing.id)).toEqual([]);
  });

  test("can cause at most five receipts an hour to one email address", async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const { id } = await racketOf(seller);
      statuses.push((await send(new Visitor(), "listing", id, { email: "flood@example.com" })).status);
    }
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429]);
  });

  test("has to sign in first to report a message", async () => {
    const { id } = await messageFrom(seller, "Pay by gift card");
    const next = encodeURIComponent(`/report/message/${id}`);
    expect(await open(new Visitor(), "message", id)).toMatchObject({
      status: 302,
      location: `/auth?next=${next}`,
    });
    expect(await send(new Visitor(), "message", id)).toMatchObject({ status: 302 });
    expect(await reportsOf(id)).toEqual([]);
  });
});

describe("a report of a message", () => {
  test("can be sent by the recipient only, and keeps the messages around it", async () => {
    await messageFrom(buyer, "Is it real?");
    const { id } = await messageFrom(seller, "Pay by gift card");
    await messageFrom(buyer, "No!");
    expect(await send(stranger.visitor, "message", id)).toMatchObject({ status: 404 });
    expect(await send(seller.visitor, "message", id)).toMatchObject({ status: 403 });
    expect(await send(buyer.visitor, "message", id)).toMatchObject({ status: 302 });
    expect(await casesOf(id)).toMatchObject([{ subject_kind: "message", person_id: seller.viewer.id }]);
    expect(await reportsOf(id)).toMatchObject([
      {
        evidence: {
          name: "Fake Blade",
          text: "Pay by gift card",
          by: seller.viewer.username,
          context: [
            { own: false, text: "Is it real?" },
            { own: false, text: "No!" },
          ],
        },
      },
    ]);
  });

  test("begins with a choice of the other member's messages", async () => {
    await messageFrom(buyer, "Is it real?");
    const { id, room } = await messageFrom(seller, "Pay by gift card");
    const path = `/messages/${room}/report`;
    const shown = await buyer.visitor.open(roomLoader, path, { roomId: room });
    expect(shown.data).toMatchObject({ messages: [{ id, text: "Pay by gift card" }] });
    const { roomId } = await offerWithoutNotice(stranger, seller, listing);
    const offered = await seller.visitor.open(roomLoader, `/messages/${roomId}/report`, { roomId });
    expect(offered.data).toMatchObject({ messages: [{ text: "Offer" }] });
    expect(await stranger.visitor.open(roomLoader, path, { roomId: room })).toMatchObject({ status: 404 });
    expect(await new Visitor().open(roomLoader, path, { roomId: room })).toMatchObject({ status: 302 });
  });
});

describe("a report of a person, a photo or a review", () => {
  test("can be about a person, whose username may be in upper or lower case", async () => {
    const name = seller.viewer.username.toUpperCase();
    expect(await send(buyer.visitor, "person", name, { reason: "impersonation" })).toMatchObject({
      status: 302,
      location: `/sellers/${seller.viewer.username}`,
    });
    expect(await casesOf(seller.viewer.id)).toMatchObject([{ subject_kind: "person", severity: 2 }]);
    expect(await send(seller.visitor, "person", name)).toMatchObject({ status: 403 });
  });

  test("can be about one photo of a listing", async () => {
    const id = await photoOf(seller);
    expect(await send(stranger.visitor, "photo", id, { reason: "copied" })).toMatchObject({ status: 404 });
    await updateRows("photos", { id }, { listing_type: listing.type, listing_id: listing.id, position: 0 });
    expect((await open(stranger.visitor, "listing", listing.id)).data).toMatchObject({ photos: [{ id }] });
    expect(await send(stranger.visitor, "photo", id, { reason: "copied" })).toMatchObject({ status: 302 });
    expect(await casesOf(id)).toMatchObject([{ subject_kind: "photo", person_id: seller.viewer.id }]);
  });

  test("can be about a published review, by anybody but its writer", async () => {
    const written = (visible_at: Date) =>
      insertRow("user_reviews", {
        reviewer_id: buyer.viewer.id,
        reviewed_user_id: seller.viewer.id,
        rating: 1,
        comment: "Late",
        visible_at,
      });
    const hidden = await written(new Date(Date.now() + 60_000));
    expect(await send(seller.visitor, "review", hidden.id, { reason: "untrue" })).toMatchObject({
      status: 404,
    });
    const { id } = await written(new Date());
    expect(await send(buyer.visitor, "review", id, { reason: "untrue" })).toMatchObject({ status: 403 });
    expect(await send(seller.visitor, "review", id, { reason: "untrue" })).toMatchObject({
      status: 302,
      location: `/sellers/${seller.viewer.username}#reviews`,
    });
    expect(await reportsOf(id)).toMatchObject([
      { evidence: { text: "Late", rating: 1, by: buyer.viewer.username } },
    ]);
  });

  test("cannot be about hidden content, because the form would show it", async () => {
    const { id: message, room } = await messageFrom(seller, "Pay by gift card");
    const at = { listing_type: listing.type, listing_id: listing.id, position: 0 };
    const photo = await photoOf(seller, at);
    await updateRows("chat_messages", { id: message }, { hidden: "hidden" });
    await updateRows("photos", { id: photo }, { hidden: "hidden" });
    const { data } = await open(buyer.visitor, "listing", listing.id);
    expect(data).toMatchObject({ photos: [], reported: { photos: [] } });
    const chosen = await buyer.visitor.open(roomLoader, `/messages/${room}/report`, { roomId: room });
    expect(chosen.data).toMatchObject({ messages: [] });
    await updateRows("listings", { id: listing.id }, { hidden: "hidden" });
    for (const [kind, id] of [
      ["message", message],
      ["photo", photo],
      ["listing", listing.id],
    ] as const) {
      expect(await open(buyer.visitor, kind, id)).toMatchObject({ status: 404 });
      expect(await send(buyer.visitor, kind, id)).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ["listing", "x"],
    ["photo", randomUUID()],
    ["review", randomUUID()],
    ["person", "nobody here"],
    ["person", "nul\0"],
    ["shop", randomUUID()],
  ])("is refused for a subject that does not exist: %s %j", async (kind, id) => {
    expect(await open(stranger.visitor, kind, id)).toMatchObject({ status: 404 });
    expect(await send(stranger.visitor, kind, id)).toMatchObject({ status: 404 });
  });
});

test("a case outlives the accounts of reporter and reported person, and then names neither", async () => {
  const subject = await subjectOf("listing", listing.id, stranger.viewer);
  expect(subject.personId).toBe(seller.viewer.id);
  await send(stranger.visitor, "listing", listing.id);
  await db().deleteFrom("users").where("id", "in", [seller.viewer.id, stranger.viewer.id]).execute();
  expect(await casesOf(listing.id)).toMatchObject([{ person_id: null }]);
  expect(await reportsOf(listing.id)).toMatchObject([{ reporter_id: null, email: null }]);
});

test.each(["anna", "a/b", "50%", "x.data"])("the path of a report keeps the username: %s", (name) => {
  const [, , , last = ""] = personReportPath(name).split("/");
  expect(decodeURIComponent(last)).toBe(name);
  expect(last).not.toMatch(/\.data$/);
});
