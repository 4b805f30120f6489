import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openChat } from "#app/features/chat/queries.server.ts";
import { endDueSuspensions } from "#app/features/moderation/jobs.server.ts";
import { putPictures } from "#app/features/photos/files.server.ts";
import { publicPicture } from "#app/features/photos/picture.server.ts";
import { writeReview } from "#app/features/reviews/commands.server.ts";
import { reviewById } from "#app/features/reviews/queries.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { listingsWithin } from "#app/features/seo/queries.server.ts";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as signIn } from "#app/routes/accounts/auth.route.tsx";
import { loader as listingPage } from "#app/routes/listings/detail.route.tsx";
import { loader as sellerPage } from "#app/routes/sellers/seller.route.tsx";
import { newPerson, PASSWORD, signInFields } from "#tests/support/accounts.ts";
import { captureNotices, clearNotices, notices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { orderOf } from "#tests/support/orders.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { findRow, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./case.route.tsx";
import { loader as queueLoader } from "./queue.route.tsx";
import { action as appealAction, loader as statementLoader } from "./statement.route.tsx";

let anna: Person;
let ben: Person;
let seller: Person;
let reporter: Person;
let listing: { type: "racket"; id: string };

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben] = [await staffPerson("moderator"), await staffPerson("moderator")];
});
beforeEach(async () => {
  [seller, reporter] = [await person("seller"), await person("reporter")];
  listing = await racketOf(seller, { name: "Fake Blade" });
  await clearNotices();
});

const path = (id: string) => `/moderation/cases/${id}`;
const open = (who: Person, id: string) => who.visitor.open(loader, path(id), { id });
const send = (who: Person, id: string, fields: Record<string, string>) =>
  who.visitor.submit(action, path(id), fields, { id });
const claim = (who: Person, id: string) => send(who, id, { intent: "claim" });
const decide = (who: Person, id: string, fields: Record<string, string> = {}) =>
  send(who, id, {
    intent: "decide",
    action: "hide",
    rule: "counterfeit",
    words: "The logo is wrong.",
    ...fields,
  });

/** Opens a case about a subject and lets Anna claim it; returns the id of the case. */
async function claimed(kind: Parameters<typeof caseAbout>[0], id: string): Promise<string> {
  const found = await caseAbout(kind, id, { by: reporter });
  await claim(anna, found);
  return found;
}

const mailsTo = ({ viewer }: Person) =>
  db()
    .selectFrom("mails")
    .select(["subject", "text"])
    .where("recipient", "=", viewer.email)
    .orderBy("id")
    .execute();
const lastDecision = (caseId: string) =>
  db()
    .selectFrom("decisions")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
const stateOf = (id: string) => findRow("cases", { id }, ["state"]);
const statusOf = (id: string) => findRow("listings", { id }, ["status"]);
const logged = (subjectId: string) =>
  db()
    .selectFrom("staff_log")
    .select(["actor_id", "action"])
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();

/** The seller appeals against the decision of a case, and Ben answers. */
async function appealed(caseId: string, outcome: "reversed" | "upheld"): Promise<void> {
  const { id: decision } = await lastDecision(caseId);
  await seller.visitor.submit(appealAction, `/statements/${decision}`, { words: "" }, { id: decision });
  await send(ben, caseId, { intent: "appeal", decision, outcome, answer: "As we see it." });
}

/** The path and query of the statement to which the mail about a decision links. */
async function statementIn(who: Person): Promise<string> {
  const mail = (await mailsTo(who)).at(-1);
  const [link] = mail?.text.match(/https?:\/\/\S+\/statements\/\S+/) ?? [];
  if (!link) throw new Error("no mail about a decision");
  const { pathname, search } = new URL(link);
  return pathname + search;
}

describe("the queue", () => {
  test("has the most urgent and then the oldest cases first, with the moderator who claimed each", async () => {
    await db().deleteFrom("cases").execute();
    const [low, high, later] = [
      await caseAbout("listing", (await racketOf(seller, { name: "Low" })).id, { reason: "untrue" }),
      await caseAbout("listing", (await racketOf(seller, { name: "High" })).id, { reason: "scam" }),
      await caseAbout("listing", (await racketOf(seller, { name: "Later" })).id, { reason: "stolen" }),
    ];
    await claim(ben, low);
    const names = async (who: Person, query = "") =>
      (
        (await who.visitor.open(queueLoader, `/moderation${query}`)).data as {
          cases: { id: string; claimer: string }[];
        }
      ).cases;
    expect((await names(anna)).map(({ id }) => id)).toEqual([high, later, low]);
    expect((await names(anna)).at(-1)).toMatchObject({ claimer: ben.viewer.username });
    expect((await names(ben, "?view=mine")).map(({ id }) => id)).toEqual([low]);
    expect(await names(anna, "?view=mine")).toEqual([]);
    expect(await names(anna, "?view=closed&page=99999999")).toEqual([]);
  });
});

describe("a case", () => {
  test("is claimed by one moderator, released, and taken over when the claim is old", async () => {
    const id = await caseAbout("listing", listing.id);
    await Promise.all([claim(anna, id), claim(anna, id)]);
    expect(await claim(ben, id)).toMatchObject({ status: 409 });
    expect((await open(ben, id)).data).toMatchObject({ claimer: anna.viewer.username, decides: false });
    await send(anna, id, { intent: "release" });
    expect(await claim(ben, id)).toMatchObject({ status: 302 });
    await sql`update cases set claimed_at = now() - interval '61 minutes' where id = ${id}`.execute(db());
    expect(await claim(anna, id)).toMatchObject({ status: 302 });
    expect((await logged(id)).filter(({ action }) => action !== "case_opened")).toEqual([
      { actor_id: anna.viewer.id, action: "case_claimed" },
      { actor_id: anna.viewer.id, action: "case_released" },
      { actor_id: ben.viewer.id, action: "case_claimed" },
      { actor_id: anna.viewer.id, action: "case_claimed" },
    ]);
  });

  test("shows what was reported, its history and other listings with the same photo, and logs who looked", async () => {
    const other = await racketOf(await person("thief"), { name: "Copied" });
    for (const [nth, { type, id }] of [listing, other].entries())
      await photoOf(seller, {
        key: "a".repeat(64),
        listing_type: type,
        listing_id: id,
        position: 0,
        ...(nth > 0 && { user_id: null }),
      });
    const id = await caseAbout("listing", listing.id, { by: reporter });
    expect((await open(anna, id)).data).toMatchObject({
      evidence: { name: "Fake Blade", by: seller.viewer.username, photos: [`${path(id)}/photos/0`] },
      reportList: [{ by: reporter.viewer.username, words: "Look at this." }],
      samePhotoListings: [{ path: `/rackets/${other.id}`, name: "Copied" }],
      person: { username: seller.viewer.username, suspended: false },
      decisions: [],
    });
    expect(await logged(id)).toEqual([{ actor_id: anna.viewer.id, action: "case_opened" }]);
    expect(JSON.stringify((await open(anna, id)).data)).not.toContain(seller.viewer.email);
  });

  test("is decided once, by the moderator who claimed it", async () => {
    const id = await caseAbout("listing", listing.id);
    expect(await decide(anna, id)).toMatchObject({ status: 409 });
    await claim(anna, id);
    expect(await decide(ben, id)).toMatchObject({ status: 409 });
    expect(await decide(anna, id)).toMatchObject({ status: 302, location: "/moderation" });
    expect(await decide(anna, id)).toMatchObject({ status: 409 });
    expect(await stateOf(id)).toEqual({ state: "closed" });
  });

  test.each<Record<string, string>>([
    { action: "" },
    { action: "ban" },
    { rule: "" },
    { words: " " },
    { action: "suspend", suspension: "" },
    { words: "x".repeat(2001) },
  ])("needs a decision, a rule and reasons: %j", async (fields) => {
    const id = await claimed("listing", listing.id);
    expect(await decide(anna, id, fields)).toMatchObject({ status: 422 });
    expect(await stateOf(id)).toEqual({ state: "open" });
  });

  test("about a person cannot end with hiding, and cannot be claimed by that person", async () => {
    const own = await caseAbout("person", anna.viewer.username);
    expect(await claim(anna, own)).toMatchObject({ status: 403 });
    const id = await claimed("person", seller.viewer.username);
    expect(await decide(anna, id)).toMatchObject({ status: 400 });
  });
});

describe("a dismissed report", () => {
  test("changes nothing, and notifies its reporter", async () => {
    const id = await claimed("listing", listing.id);
    await decide(anna, id, { action: "dismiss", rule: "" });
    expect(await statusOf(listing.id)).toEqual({ status: "available" });
    expect(await mailsTo(seller)).toEqual([]);
    expect((await mailsTo(reporter)).at(-1)).toMatchObject({ subject: "The outcome of your report" });
    expect(await notices("account")).toMatchObject([
      { userIds: [reporter.viewer.id], facts: { event: "report-dismissed" } },
    ]);
  });
});

describe("a hidden listing", () => {
  test("is explained to its owner with the reasons, and to the reporter without them", async () => {
    const id = await claimed("listing", listing.id);
    await decide(anna, id);
    const [mail] = await mailsTo(seller);
    expect(mail?.subject).toBe("A decision about your account or content");
    for (const part of ["The logo is wrong.", "Counterfeits may not be sold.", "Fake Blade", "/statements/"])
      expect(mail?.text).toContain(part);
    const answer = (await mailsTo(reporter)).at(-1);
    expect(answer?.text).toContain("have taken action");
    expect(answer?.text).not.toContain("The logo is wrong.");
    const noticed = (await notices("account")).map(({ facts, path }) => [facts.event, path ?? null]);
    expect(noticed).toHaveLength(2);
    expect(noticed).toContainEqual(["statement", expect.stringMatching(/^\/statements\//)]);
    expect(noticed).toContainEqual(["report-acted", expect.stringMatching(/^\/reports\//)]);
  });

  test("is shown to its owner alone, and restored by an appeal that another moderator decides", async () => {
    const id = await claimed("listing", listing.id);
    await decide(anna, id);
    const page = `/rackets/${listing.id}`;
    const seen = (who: Visitor) => who.open(listingPage, page, { id: listing.id });
    expect(await statusOf(listing.id)).toEqual({ status: "hidden" });
    for (const who of [new Visitor(), reporter.visitor, anna.visitor])
      expect(await seen(who)).toMatchObject({ status: 404 });
    expect((await seen(seller.visitor)).data).toMatchObject({ listing: { status: "hidden" } });

    const { id: decision } = await lastDecision(id);
    const statement = `/statements/${decision}`;
    const shown = (who: Visitor, at = statement) => who.open(statementLoader, at, { id: decision });
    expect((await shown(seller.visitor)).data).toMatchObject({
      mayAppeal: true,
      statement: { words: "The logo is wrong." },
    });
    for (const who of [new Visitor(), reporter.visitor]) {
      expect(await shown(who)).toMatchObject({ status: 404 });
      expect(await who.submit(appealAction, statement, { words: "Me!" }, { id: decision })).toMatchObject({
        status: 404,
      });
    }
    const mailed = await statementIn(seller);
    expect(await shown(new Visitor(), mailed)).toMatchObject({ status: 200 });
    expect(await shown(new Visitor(), `${mailed}x`)).toMatchObject({ status: 404 });
    for (let twice = 0; twice < 2; twice += 1)
      await new Visitor().submit(appealAction, mailed, { words: "It is real." }, { id: decision });
    expect((await shown(seller.visitor)).data).toMatchObject({ mayAppeal: false, appealed: true });

    const answer = { intent: "appeal", decision, outcome: "reversed", answer: "You are right." };
    expect(await send(anna, id, answer)).toMatchObject({ status: 403 });
    expect(await send(ben, id, { ...answer, answer: "" })).toMatchObject({ status: 422 });
    expect(await send(ben, id, answer)).toMatchObject({ status: 302 });
    expect(await send(ben, id, answer)).toMatchObject({ status: 404 });
    expect(await statusOf(listing.id)).toEqual({ status: "available" });
    expect(await seen(new Visitor())).toMatchObject({ status: 200 });
    expect((await mailsTo(seller)).at(-1)?.text).toContain("You are right.");
  });

  /** Decides two cases about the listing, as if the second had been reported at the moment of the first decision. */
  async function hiddenAndRemoved(): Promise<readonly [hiding: string, removing: string]> {
    const first = await claimed("listing", listing.id);
    await decide(anna, first);
    const { id: second } = await insertRow("cases", {
      subject_kind: "listing",
      subject_id: listing.id,
      listing_type: "racket",
      person_id: seller.viewer.id,
      severity: 1,
    });
    await claim(anna, second);
    await decide(anna, second, { action: "remove" });
    return [first, second];
  }
  const hidden = async () => {
    const row = await db()
      .selectFrom("listings")
      .select("hidden")
      .where("id", "=", listing.id)
      .executeTakeFirst();
    return row?.hidden;
  };

  test("stays removed when the appeal fails, or while another decision still removes it", async () => {
    const [hiding, removing] = await hiddenAndRemoved();
    await appealed(hiding, "reversed");
    expect(await hidden()).toBe("removed");
    await appealed(removing, "upheld");
    expect(await hidden()).toBe("removed");
  });

  test("is hidden, and no longer removed, when its removal is undone", async () => {
    const [hiding, removing] = await hiddenAndRemoved();
    await appealed(removing, "reversed");
    expect(await hidden()).toBe("hidden");
    await appealed(hiding, "reversed");
    expect(await hidden()).toBeNull();
  });
});

describe("a hidden message, review or photo", () => {
  test("that is a message is replaced by a note, and is not found by searches", async () => {
    const room = await openRoom(reporter.viewer, listing);
    const sent = await sendMessage(seller.viewer, room, {
      clientId: randomUUID(),
      message: "Pay by gift card",
    });
    const id = await claimed("message", sent.id);
    await decide(anna, id, { rule: "fraud" });
    const texts = async () => (await openChat(reporter.viewer, room)).messages.map(({ message }) => message);
    expect(await texts()).toEqual([null]);
    const search = () =>
      db().selectFrom("chat_messages").select("search").where("id", "=", sent.id).executeTakeFirst();
    expect(await search()).toEqual({ search: null });
    await appealed(id, "reversed");
    expect(await texts()).toEqual(["Pay by gift card"]);
    expect(await search()).not.toEqual({ search: null });
  });

  test("that is a review is no longer shown", async () => {
    const deal = await orderOf({ seller, buyer: reporter, state: "received" });
    await writeReview(seller.viewer, deal, { rating: 1, comment: "An idiot" });
    await writeReview(reporter.viewer, deal, { rating: 5, comment: "" });
    const { id } = await findRow("user_reviews", { reviewer_id: seller.viewer.id });
    const found = await claimed("review", id);
    await decide(anna, found, { rule: "harassment" });
    expect(await reviewById(id)).toBeNull();
  });

  test("that is a photo is missing from the listing and the sitemap, and its file is not served", async () => {
    const key = "b".repeat(64);
    await putPictures(key, [{ width: 640, body: await pictureFile() }], "webp");
    const at = { listing_type: listing.type, listing_id: listing.id, position: 0 };
    const id = await photoOf(seller, { key, ...at });
    const file = async () => (await publicPicture(new Visitor().request(""), key, "640.webp")).status;
    const mapped = async () => {
      for await (const [row] of listingsWithin("rackets", { firstId: listing.id, nextId: null }))
        return row?.photoKey;
    };
    const photos = async () =>
      (await new Visitor().open(listingPage, `/rackets/${listing.id}`, { id: listing.id })).data as {
        listing: { photos: unknown[] };
      };
    expect((await photos()).listing.photos).toHaveLength(1);
    expect([await file(), await mapped()]).toEqual([200, key]);
    await decide(anna, await claimed("photo", id), { rule: "rights" });
    expect((await photos()).listing.photos).toEqual([]);
    expect([await file(), await mapped()]).toEqual([404, null]);
  });
});

describe("a suspended person", () => {
  const suspend = (id: string, suspension: string) =>
    decide(anna, id, { action: "suspend", rule: "fraud", suspension });

  test("is signed out immediately, cannot sign in, and is found nowhere, until the suspension ends [V7.4.5]", async () => {
    const visitor = await newPerson("Crook");
    const { id } = await findRow("profiles", { username: "Crook" });
    const crook = {
      viewer: { id, username: "Crook", email: "crook@example.com" },
      visitor,
    } as unknown as Person;
    const theirs = await racketOf(crook);
    const hiddenBefore = await racketOf(crook);
    await updateRows("listings", { id: hiddenBefore.id }, { hidden: "hidden" });
    expect(await suspend(await claimed("person", "Crook"), "30")).toMatchObject({ status: 302 });

    expect(await viewerOf(visitor.request("/"))).toBeNull();
    const refused = await new Visitor().submit(signIn, "/auth", signInFields("Crook", PASSWORD));
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.data)).toContain("This account is suspended until");
    expect(refused.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
    expect(await statusOf(theirs.id)).toEqual({ status: "hidden" });
    const page = () => new Visitor().open(sellerPage, "/sellers/Crook", { username: "Crook" });
    expect(await page()).toMatchObject({ status: 404 });
    expect((await mailsTo(crook)).at(-1)?.text).toContain("Your account is suspended");

    await sql`update profiles set suspended_until = now() - interval '1 second' where id = ${id}`.execute(
      db(),
    );
    await endDueSuspensions();
    expect(await page()).toMatchObject({ status: 200 });
    expect(await statusOf(theirs.id)).toEqual({ status: "available" });
    expect(await statusOf(hiddenBefore.id)).toEqual({ status: "hidden" });
    expect(await new Visitor().submit(signIn, "/auth", signInFields("Crook", PASSWORD))).toMatchObject({
      status: 302,
    });
  });

  test("stays suspended until the latest end of the decisions that are in force", async () => {
    const until = async () => {
      const { suspended_until } = await findRow("profiles", { id: seller.viewer.id });
      return suspended_until && Math.round((suspended_until.getTime() - Date.now()) / 86_400_000);
    };
    const [long, short] = [
      await claimed("person", seller.viewer.username),
      await claimed("listing", listing.id),
    ];
    await suspend(long, "90");
    await suspend(short, "7");
    expect(await until()).toBe(90);
    // A suspended seller has no session and could appeal only by the link of the mail, so this inserts the appeal.
    const { id: decision } = await lastDecision(long);
    await insertRows("appeals", { decision_id: decision });
    await send(ben, long, { intent: "appeal", decision, outcome: "reversed", answer: "You are right." });
    expect(await until()).toBe(7);
    expect(await statusOf(listing.id)).toEqual({ status: "hidden" });
  });

  test("is suspended permanently only when a second moderator confirms, and a third answers an appeal", async () => {
    const id = await claimed("person", seller.viewer.username);
    await suspend(id, "ever");
    expect(await viewerOf(seller.visitor.request("/"))).not.toBeNull();
    expect(await mailsTo(seller)).toEqual([]);
    expect(await send(anna, id, { intent: "confirm" })).toMatchObject({ status: 403 });
    const twice = await Promise.all([send(ben, id, { intent: "drop" }), send(ben, id, { intent: "drop" })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([302, 404]);
    expect(await stateOf(id)).toEqual({ state: "open" });
    await claim(anna, id);
    await suspend(id, "ever");
    expect(await send(ben, id, { intent: "confirm" })).toMatchObject({ status: 302 });
    expect(await stateOf(id)).toEqual({ state: "closed" });
    expect(await viewerOf(seller.visitor.request("/"))).toBeNull();
    expect((await mailsTo(seller)).at(-1)?.text).toContain("for good");

    // A suspended person appeals by the link of the mail.
    const statement = await statementIn(seller);
    const { id: decision } = await lastDecision(id);
    await new Visitor().submit(appealAction, statement, { words: "It was my brother." }, { id: decision });
    const answer = { intent: "appeal", decision, outcome: "reversed", answer: "We see." };
    const seenBy = async (who: Person) =>
      ((await open(who, id)).data as { decisions: unknown[] }).decisions.find(
        (one) => (one as { id: string }).id === decision,
      );
    for (const who of [anna, ben]) {
      expect(await seenBy(who)).toMatchObject({ appealOpen: true, appealFault: "case_second" });
      expect(await send(who, id, answer)).toMatchObject({ status: 403 });
    }
    const third = await staffPerson("moderator");
    expect(await seenBy(third)).toMatchObject({ appealOpen: true, appealFault: null });
    await send(third, id, answer);
    expect(await statusOf(listing.id)).toEqual({ status: "available" });
    const { suspended_until } = await findRow("profiles", { id: seller.viewer.id });
    expect(suspended_until).toBeNull();
  });
});

test("a warning only notifies the person", async () => {
  await decide(anna, await claimed("listing", listing.id), { action: "warn", rule: "misleading" });
  expect(await statusOf(listing.id)).toEqual({ status: "available" });
  expect(await mailsTo(seller)).toHaveLength(1);
});
