import { beforeEach, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#app/features/moderation/people/ui/person-parts.tsx";
import { db } from "#app/platform/db.server.ts";
import { caseAbout, warningIn } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { receivedDeal } from "#tests/support/marked-deals.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action, loader } from "./person.route.tsx";

let operator: Person;
let moderator: Person;
let seller: Person;

openDatabase(async () => {
  [operator, moderator] = [await staffPerson("operator"), await staffPerson("moderator")];
});
beforeEach(async () => {
  seller = await person("seller");
});

interface Shown {
  readonly person: { facts: { label: string; value: string }[]; path: string | null };
  readonly entries: TimelineEntry[];
  readonly next: string | null;
  readonly alike: { username: string }[];
  readonly factor: { due: string | null } | null;
}

const open = (who: Person | Visitor, username: string, query = "") =>
  (who instanceof Visitor ? who : who.visitor).open(loader, `/moderation/people/${username}${query}`, {
    username,
  });
const shown = async (who: Person, query = "", of = seller) =>
  (await open(who, of.viewer.username, query)).data as Shown;
const send = (who: Person | Visitor, fields: Record<string, string>, { viewer: { username } } = seller) =>
  (who instanceof Visitor ? who : who.visitor).submit(action, `/moderation/people/${username}`, fields, {
    username,
  });
const factOf = async (label: string) =>
  (await shown(operator)).person.facts.find((fact) => fact.label === label)?.value;
const logged = (subject: Person, action_: string) =>
  findRows("staff_log", { subject_id: subject.viewer.id, action: action_ }, ["actor_id"]);

describe("a person's page", () => {
  test("is for staff alone, shows no email address, and each opening is logged", async () => {
    await racketOf(seller);
    const page = await shown(moderator);
    expect(page.person.facts).toContainEqual({ label: "Listings", value: "1 for sale, 1 in total" });
    expect(JSON.stringify(page)).not.toContain("@");
    await shown(operator);
    expect(await logged(seller, "person_opened")).toEqual([
      { actor_id: moderator.viewer.id },
      { actor_id: operator.viewer.id },
    ]);
    for (const who of [new Visitor(), seller, await person("stranger")])
      expect(await open(who, seller.viewer.username)).toMatchObject({ status: 404 });
    expect(await open(moderator, "nobody")).toMatchObject({ status: 404 });
    expect((await open(moderator, seller.viewer.username.toUpperCase())).location).toBe(
      `/moderation/people/${seller.viewer.username}`,
    );
  });

  test("says how the person signs in to operators alone", async () => {
    const labels = async (who: Person) => (await shown(who)).person.facts.map(({ label }) => label);
    expect(await labels(operator)).toContain("Second factor");
    expect(await labels(moderator)).not.toContain("Second factor");
  });

  test("shows a suspended person as such, whose profile nobody sees", async () => {
    const until = (suspended_until: Date | "infinity") =>
      updateRows("profiles", { id: seller.viewer.id }, { suspended_until });
    await until(new Date(Date.UTC(2199, 0, 2, 12)));
    expect(await factOf("Suspended")).toBe("Until Jan 2, 2199");
    await until("infinity");
    expect(await factOf("Suspended")).toBe("Permanently");
    expect((await shown(operator)).person.path).toBeNull();
  });

  test("says when they were last active, also by a key of the API and after they signed out", async () => {
    const { id } = seller.viewer;
    const last = async () =>
      (await shown(operator)).person.facts.find(({ label }) => label === "Last active")?.value;
    await updateRows("sessions", { user_id: id }, { used_at: new Date("2026-03-01T10:00:00Z") });
    expect(await last()).toContain("Mar 1, 2026");
    await updateRows("users", { id }, { seen_at: new Date("2026-03-02T10:00:00Z") });
    expect(await last()).toContain("Mar 2, 2026");
    await db().deleteFrom("sessions").where("user_id", "=", id).execute();
    expect(await last()).toContain("Mar 2, 2026");
    await insertRows("api_keys", {
      user_id: id,
      name: "till",
      hash: "h",
      hint: "abcd",
      scopes: ["profile:read"],
      used_at: new Date("2026-03-03T10:00:00Z"),
    });
    expect(await last()).toContain("Mar 3, 2026");
  });

  test("has a timeline of all that happened, which can be narrowed", async () => {
    const buyer = await person("buyer");
    await racketOf(seller, { name: "Old Blade" });
    await receivedDeal(seller, buyer);
    const caseId = await caseAbout("person", seller.viewer.username);
    await insertRow("appeals", { decision_id: await warningIn(caseId, seller, moderator) });
    await insertRows("former_usernames", { skeleton: "0ld-name", user_id: seller.viewer.id });
    const texts = (await shown(moderator)).entries.map(({ text }) => text);
    for (const part of [
      "Signed up",
      "Listed Old Blade",
      "Sale: ",
      "Case about: ",
      "Decision: ",
      "Appeal",
      "0ld-name",
    ])
      expect(texts.some((text) => text.includes(part))).toBe(true);
    const cases = await shown(moderator, "?view=cases");
    expect(cases.entries).toHaveLength(3);
    for (const { path } of cases.entries) expect(path).toBe(`/moderation/cases/${caseId}`);
    expect((await shown(moderator, "?view=deals", buyer)).entries).toMatchObject(
      [{ text: /^Order: / }].map(() => ({ text: expect.stringMatching(/^Order: /) })),
    );
  });

  test("pages through a timeline without gaps or repetitions", async () => {
    for (let nth = 0; nth < 65; nth++) await racketOf(seller, { name: `Racket ${nth}` });
    const seen: string[] = [];
    let query: string | null = "?view=listings";
    while (query !== null) {
      const page: Shown = await shown(moderator, query);
      seen.push(...page.entries.map(({ key }) => key));
      query = page.next;
    }
    expect(new Set(seen).size).toBe(65);
    expect(seen).toHaveLength(65);
    expect((await shown(moderator, "?view=listings&before=nonsense")).entries).toHaveLength(30);
  });

  test("hints at other accounts with the same photos", async () => {
    const other = await person("twin");
    for (const [nth, who] of [seller, other].entries()) {
      const { type, id } = await racketOf(who);
      await photoOf(who, { key: String(nth).repeat(64), listing_type: type, listing_id: id, position: 0 });
    }
    await updateRows("photos", {}, { dhash: "10".repeat(64) });
    expect((await shown(moderator)).alike).toMatchObject([{ username: other.viewer.username }]);
  });
});

describe("another verification email", () => {
  const verify = { intent: "verify" };

  test("is sent by moderators, in the person's language, and logged", async () => {
    await insertRows("user_preferences", { user_id: seller.viewer.id, language: "nl" });
    await updateRows("users", { id: seller.viewer.id }, { email_verified: false });
    for (const who of [new Visitor(), seller]) expect(await send(who, verify)).toMatchObject({ status: 404 });
    expect(await send(moderator, verify)).toMatchObject({ status: 302 });
    const mails = await findRows("mails", { recipient: seller.viewer.email }, ["text"]);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("/nl/auth/verify?token=");
    expect(await logged(seller, "verification_sent")).toEqual([{ actor_id: moderator.viewer.id }]);
  });

  test("is not sent to who has verified their address", async () => {
    expect(await send(moderator, verify)).toMatchObject({ status: 409 });
    expect(await logged(seller, "verification_sent")).toEqual([]);
  });
});
