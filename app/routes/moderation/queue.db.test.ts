import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { decideTogether } from "#app/features/moderation/cases/together.server.ts";
import { openRoom, sendMessage } from "#app/features/rooms/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRows, insertRow, insertRows, updateRows } from "#tests/support/rows.ts";
import { photoOf } from "#tests/support/samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as caseAction } from "./case.route.tsx";
import { loader } from "./queue.route.tsx";
import { action as togetherAction, loader as togetherLoader } from "./together.route.tsx";

let anna: Person;
let ben: Person;
let boss: Person;
let seller: Person;
let reporter: Person;

openDatabase(async (url) => {
  await captureNotices(url);
  [anna, ben] = [await staffPerson("moderator"), await staffPerson("moderator")];
  boss = await staffPerson("operator");
});
beforeEach(async () => {
  await db().deleteFrom("cases").execute();
  [seller, reporter] = [await person("seller"), await person("reporter")];
});

interface Row {
  readonly id: string;
  readonly thumbnail: string | null;
}
interface Queue {
  readonly cases: readonly Row[];
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
  readonly pages: readonly string[];
  readonly chips: readonly { readonly label: string; readonly to: string }[];
}
const openQueue = async (query = "", who = anna) =>
  (await who.visitor.open(loader, `/moderation${query}`)).data as Queue;
const idsIn = async (query: string, who = anna) => (await openQueue(query, who)).cases.map(({ id }) => id);
const claim = (who: Person, id: string) =>
  who.visitor.submit(caseAction, `/moderation/cases/${id}`, { intent: "claim" }, { id });
const racketCase = async (name: string, options: Parameters<typeof caseAbout>[2] = {}) =>
  caseAbout("listing", (await racketOf(seller, { name })).id, options);
const decideAll = (ids: readonly string[], action: "hide" | "dismiss" = "dismiss") =>
  decideTogether({ ...ben.viewer, role: "moderator" }, ids, { action, rule: "fraud", words: "So it is." });

describe("a row of the queue", () => {
  test("has the reasons, a picture, the price, and who reported it", async () => {
    const racket = await racketOf(seller, { name: "Blade" });
    await photoOf(seller, { listing_type: "racket", listing_id: racket.id, position: 0 });
    const id = await caseAbout("listing", racket.id, { by: reporter, reason: "scam" });
    for (let more = 0; more < 2; more += 1) await caseAbout("listing", racket.id, { reason: "stolen" });
    const [row] = (await openQueue()).cases;
    expect(row).toMatchObject({
      name: "Blade",
      price: "€129.50",
      reasons: ["It is a scam, or the item does not exist", "The item was stolen"],
      severity: 3,
      thumbnail: `/moderation/cases/${id}/photos/0?width=160`,
      reported: expect.stringMatching(new RegExp(`^Reported by ${reporter.viewer.username}, .+ · 1 more$`)),
      stop: null,
    });
  });

  test("shows no picture of a private message, and is not logged as an opened case", async () => {
    const room = await openRoom(reporter.viewer, await racketOf(seller));
    const sent = await sendMessage(seller.viewer, room, { clientId: randomUUID(), message: "Look" });
    await photoOf(seller, { key: `private-${"c".repeat(64)}`, chat_message_id: sent.id, position: 0 });
    const id = await caseAbout("message", sent.id, { by: reporter });
    expect((await openQueue()).cases).toMatchObject([{ id, thumbnail: null }]);
    expect(await findRows("staff_log", { subject_id: id }, ["action"])).toEqual([]);
  });

  test("says how often its reporter, or the signal, was right: a reversed decision was not", async () => {
    const [right, wrong, reversed] = [
      await racketCase("Right", { by: reporter }),
      await racketCase("Wrong", { by: reporter }),
      await racketCase("Reversed", { by: reporter }),
    ];
    await decideAll([right, reversed], "hide");
    await decideAll([wrong]);
    await updateRows("decisions", { case_id: reversed }, { reversed_at: new Date() });
    const open = await racketCase("Open", { by: reporter });
    for (const case_id of [right, wrong, open])
      await insertRows("reports", {
        case_id,
        language: "nl",
        reason: "other",
        signal: "low_price",
        evidence: JSON.stringify({ name: "Open", text: "", by: null, photos: [] }),
      });
    const { cases } = await openQueue();
    expect(cases).toMatchObject([
      {
        id: open,
        reported: `Reported by ${reporter.viewer.username} (right 1 of 3 times) · Noticed automatically (right 1 of 2 times)`,
      },
    ]);
  });
});

describe("the filter of the queue", () => {
  test("shows cases by kind, reason, people, age, claim and words, and all parts together", async () => {
    const scam = await racketCase("Blade 98", { by: reporter, reason: "scam" });
    const untrue = await racketCase("Ezone 100", { reason: "untrue" });
    const ofPerson = await caseAbout("person", seller.viewer.username, { reason: "impersonation" });
    const signal = await racketCase("Percept");
    await updateRows("reports", { case_id: signal }, { reporter_id: null, signal: "low_price" });
    await updateRows("cases", { id: untrue }, { opened_at: sql`now() - interval '4 days'` });
    await claim(ben, ofPerson);
    const about = `about=${seller.viewer.username.toUpperCase()}`;
    const expected: [query: string, ids: string[]][] = [
      ["kind=person", [ofPerson]],
      ["reason=scam", [scam]],
      ["reason=low_price", [signal]],
      [about, [scam, ofPerson, untrue, signal]],
      ["about=nobody_at_all", []],
      [`reporter=${reporter.viewer.username}`, [scam]],
      ["age=over-3", [untrue]],
      ["age=over-7", []],
      ["age=under-1", [scam, ofPerson, signal]],
      ["claimed=others", [ofPerson]],
      ["claimed=mine", []],
      ["claimed=free&kind=listing&reason=untrue", [untrue]],
      ["q=bla", [scam]],
      ["q=EZONE+look", [untrue]],
      ["q=ezone+blade", []],
      [`${about}&reason=scam&q=blade&age=under-1`, [scam]],
      // Unknown and empty values exclude nothing.
      ["kind=x&reason=x&age=x&claimed=x&q=%27%3A%2A&reporter=", [scam, ofPerson, untrue, signal]],
    ];
    for (const [query, ids] of expected) expect(await idsIn(`?${query}`), query).toEqual(ids);
    expect(await idsIn("?claimed=mine", ben)).toEqual([ofPerson]);
  });

  test("has removable chips, and stays in the tabs and pages", async () => {
    await racketCase("Blade", { reason: "scam" });
    for (let nth = 0; nth < 50; nth += 1)
      await insertRow("cases", {
        subject_kind: "listing",
        subject_id: randomUUID(),
        person_id: seller.viewer.id,
        severity: 1,
      });
    const about = `about=${seller.viewer.username}`;
    const { cases, tabs, chips, pages } = await openQueue(`?kind=listing&${about}`);
    expect(cases).toHaveLength(50);
    expect(chips).toEqual([
      { label: "Listing", to: `/moderation?${about}` },
      { label: `About (username): ${seller.viewer.username}`, to: "/moderation?kind=listing" },
    ]);
    expect(pages).toEqual([`/moderation?kind=listing&${about}`, `/moderation?kind=listing&${about}&page=2`]);
    expect(tabs.at(-1)).toMatchObject({
      to: `/moderation?kind=listing&${about}&view=closed`,
      label: "Closed (0)",
    });
    expect(await idsIn(`?kind=listing&${about}&page=2`)).toHaveLength(1);
  });
});

describe("the page for one decision about several cases", () => {
  const pathOf = (ids: readonly string[]) =>
    `/moderation/together?${new URLSearchParams(ids.map((id) => ["case", id]))}`;
  const decide = (who: Visitor, ids: readonly string[], fields: Record<string, string> = {}) => {
    const form = new URLSearchParams({
      intent: "decide",
      action: "hide",
      rule: "fraud",
      words: "No.",
      ...fields,
    });
    for (const id of ids) form.append("case", id);
    return who.submit(togetherAction, pathOf(ids), form);
  };

  test("is for moderators and operators alone", async () => {
    const ids = [await racketCase("Blade", { by: reporter })];
    for (const who of [new Visitor(), reporter.visitor, seller.visitor]) {
      expect(await who.open(togetherLoader, pathOf(ids))).toMatchObject({ status: 404 });
      expect(await decide(who, ids)).toMatchObject({ status: 404 });
    }
    expect(await findRows("decisions", {}, ["id"])).toEqual([]);
    expect(await decide(boss.visitor, ids)).toMatchObject({ status: 302, location: "/moderation" });
  });

  test("names the languages in which the members read the words", async () => {
    const hint = async (...ids: string[]) =>
      ((await anna.visitor.open(togetherLoader, pathOf(ids))).data as { languageHint: string | null })
        .languageHint;
    const dutch = await racketCase("Blade");
    const { id: other } = (await person("other")).viewer;
    const german = await racketCase("Speed");
    await updateRows("cases", { id: german }, { person_id: other });
    await insertRows("user_preferences", { user_id: seller.viewer.id, language: "nl" });
    await insertRows("user_preferences", { user_id: other, language: "de" });
    expect(await hint(dutch)).toContain("language: Dutch.");
    expect(await hint(dutch, german)).toMatch(/languages: (Dutch and German|German and Dutch)\./);
    await updateRows("cases", {}, { person_id: null });
    expect(await hint(dutch, german)).toBeNull();
  });

  test("shows the chosen cases, decides them, and names those that were left", async () => {
    const [first, second, claimed] = [
      await racketCase("First"),
      await racketCase("Second"),
      await racketCase("Third"),
    ];
    await claim(ben, claimed);
    const ids = [first, second, claimed];
    const why = `${ben.viewer.username} is working on this case.`;
    expect((await anna.visitor.open(togetherLoader, pathOf(ids))).data).toMatchObject({
      cases: [
        { id: first, stop: null },
        { id: second, stop: null },
        { id: claimed, stop: why },
      ],
    });
    expect(await decide(anna.visitor, [])).toMatchObject({ status: 422 });
    expect(await decide(anna.visitor, ids, { words: "" })).toMatchObject({ status: 422 });
    expect(await decide(anna.visitor, ids)).toMatchObject({
      status: 200,
      data: { ok: true, value: { title: "Cases decided: 2", left: [{ id: claimed, why }] } },
    });
    expect(await findRows("cases", { state: "closed" }, ["id"])).toHaveLength(2);
  });
});
