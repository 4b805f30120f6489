import { beforeEach, describe, expect, test } from "vitest";
import type { StaffMember } from "#app/domain/viewer.ts";
import { db } from "#app/platform/db.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { caseAbout } from "#tests/support/cases.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, racketOf, staffPerson } from "#tests/support/people.ts";
import { findRow, updateRows } from "#tests/support/rows.ts";
import { claimCase, decideCase } from "./commands.server.ts";
import { TOGETHER_MAX } from "./rules.ts";
import type { DecisionInput } from "./schema.ts";
import { decideTogether } from "./together.server.ts";

let anna: StaffMember;
let ben: StaffMember;
let annaHerself: Person;
let seller: Person;

openDatabase(async (url) => {
  await captureNotices(url);
  const [first, second] = [await staffPerson("moderator"), await staffPerson("moderator")];
  annaHerself = first;
  anna = { ...first.viewer, role: "moderator" };
  ben = { ...second.viewer, role: "moderator" };
});
beforeEach(async () => {
  seller = await person("seller");
});

const HIDE: DecisionInput = { action: "hide", rule: "fraud", words: "Not yours." };
const listingCase = async () => caseAbout("listing", (await racketOf(seller)).id);
const stateOf = async (id: string) => (await findRow("cases", { id }, ["state", "claimed_by"])) ?? null;
const decisionsIn = (ids: readonly string[]) =>
  db().selectFrom("decisions").select(["case_id", "action"]).where("case_id", "in", ids).execute();

describe("one decision about several cases", () => {
  test("decides each, and leaves those that the moderator could not decide alone, with the reason", async () => {
    const [free, mine, others, closed, waiting, own, ofPerson] = [
      await listingCase(),
      await listingCase(),
      await listingCase(),
      await listingCase(),
      await listingCase(),
      await caseAbout("listing", (await racketOf(annaHerself)).id),
      await caseAbout("person", seller.viewer.username),
    ];
    await claimCase(anna, mine);
    await claimCase(ben, others);
    await claimCase(ben, closed);
    await decideCase(ben, closed, { action: "dismiss", words: "Fine." });
    await claimCase(ben, waiting);
    await decideCase(ben, waiting, { ...HIDE, action: "suspend", suspension: "ever" });
    const unknown = "01900000-0000-7000-8000-000000000000";
    const ids = [free, mine, mine, others, closed, waiting, own, ofPerson, unknown, "no id"];
    const { decided, left } = await decideTogether(anna, ids, HIDE);
    expect(decided).toEqual([free, mine]);
    expect(left).toEqual([
      { id: others, why: `${ben.username} is working on this case.` },
      { id: closed, why: "This case was decided already." },
      { id: waiting, why: "This case awaits a second moderator." },
      { id: own, why: "This is about you: someone else decides." },
      { id: ofPerson, why: "A member cannot be hidden or removed." },
      { id: unknown, why: "There is no such case." },
      { id: "no id", why: "There is no such case." },
    ]);
    expect(await decisionsIn([free, mine])).toEqual([
      { case_id: free, action: "hide" },
      { case_id: mine, action: "hide" },
    ]);
    expect(await decisionsIn([others, own, ofPerson])).toEqual([]);
    // A refused decision leaves no claim.
    expect(await stateOf(ofPerson)).toEqual({ state: "open", claimed_by: null });
    expect(await stateOf(others)).toEqual({ state: "open", claimed_by: ben.id });
  });

  test("lets each permanent suspension wait for a second moderator", async () => {
    const ids = [await listingCase(), await caseAbout("person", seller.viewer.username)];
    const suspension = { ...HIDE, action: "suspend", suspension: "ever" } as const;
    expect(await decideTogether(anna, ids, suspension)).toEqual({ decided: [], waiting: ids, left: [] });
    const { suspended_until } = await findRow("profiles", { id: seller.viewer.id });
    expect(suspended_until).toBeNull();
  });

  test("cannot warn someone whose account is gone", async () => {
    const id = await listingCase();
    await updateRows("cases", { id }, { person_id: null });
    const { left } = await decideTogether(anna, [id], { ...HIDE, action: "warn" });
    expect(left).toEqual([{ id, why: "This account was deleted." }]);
  });

  test(`is about ${TOGETHER_MAX} cases at most`, async () => {
    const ids = Array.from({ length: TOGETHER_MAX + 1 }, (_, nth) => `case ${nth}`);
    await expect(decideTogether(anna, ids, HIDE)).rejects.toMatchObject({ reason: "error_4xx_message" });
  });
});
