import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { runDueResets } from "#app/features/moderation/people/commands.server.ts";
import { db } from "#app/platform/db.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as personForm } from "#app/routes/moderation/person.route.tsx";
import { newestMail, signInFields } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person, staffPerson } from "#tests/support/people.ts";
import { findRow, findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { type Enrolled, newEnrolled } from "#tests/support/second-factor.ts";
import { totp } from "#tests/support/totp.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { action as signIn } from "./auth.route.tsx";
import { action, loader } from "./factor-reset.route.tsx";
import { action as challenge } from "./two-factor.route.tsx";

let operator: Person;
let owner: Enrolled;
let ownerId: string;
let name: string;
let people = 0;

openDatabase(async (url) => {
  await captureNotices(url);
  operator = await staffPerson("operator");
});
beforeEach(async () => {
  name = `Owner${++people}`;
  owner = await newEnrolled(name);
  ownerId = (await findRow("profiles", { username: name }, ["id"])).id;
  await db().deleteFrom("rate_limits").execute();
});

const RESET = { intent: "reset", reason: "lost", words: "They answered from their verified address." };
const send = (who: Person | Visitor, fields: Record<string, string> = RESET, username = name) =>
  (who instanceof Visitor ? who : who.visitor).submit(personForm, `/moderation/people/${username}`, fields, {
    username,
  });
const resets = () => findRows("factor_resets", { user_id: ownerId }, ["id", "state", "reason", "asked_by"]);
const isOn = async () => (await findRow("users", { id: ownerId }, ["two_factor_enabled"])).two_factor_enabled;
const makeDue = () =>
  updateRows("factor_resets", { user_id: ownerId }, { due_at: sql<Date>`now() - interval '1 second'` });

/** The path and query of the link in the mail about the reset. */
async function mailedLink(): Promise<string> {
  const { email } = await findRow("users", { id: ownerId }, ["email"]);
  const [link] = (await newestMail(email))?.text.match(/https?:\/\/\S+factor-reset\S+/) ?? [];
  if (!link) throw new Error("no mail about a reset");
  const { pathname, search } = new URL(link);
  return pathname + search;
}
const idIn = (path: string) => ({ id: path.split("?")[0]?.split("/").at(-1) ?? "" });
const look = (visitor: Visitor, path: string) => visitor.open(loader, path, idIn(path));
const refuse = (visitor: Visitor, path: string) => visitor.submit(action, path, {}, idIn(path));

describe("a second factor", () => {
  test("is reset a day after an operator asked, and its owner was told at once; their sessions end", async () => {
    expect(await send(operator)).toMatchObject({ status: 302 });
    expect(await accountNotices(name)).toContain("factor-reset");
    expect(await mailedLink()).toContain("token=");
    await runDueResets();
    expect(await isOn()).toBe(true);
    await makeDue();
    await Promise.all([runDueResets(), runDueResets()]);
    expect(await isOn()).toBe(false);
    expect(await viewerOf(owner.visitor.request("/"))).toBeNull();
    expect(await findRows("two_factors", { user_id: ownerId }, ["id"])).toEqual([]);
    expect(await resets()).toMatchObject([{ state: "done", reason: "lost", asked_by: operator.viewer.id }]);
    const log = await findRows("staff_log", { subject_id: ownerId }, ["action", "actor_id"]);
    expect(log).toEqual([
      { action: "factor_reset_asked", actor_id: operator.viewer.id },
      { action: "factor_reset", actor_id: null },
    ]);
  });

  test("is reset by operators alone, with a reason, and never one's own", async () => {
    const moderator = await staffPerson("moderator");
    expect(await send(moderator)).toMatchObject({ status: 403 });
    for (const who of [new Visitor(), owner.visitor, await person("stranger")])
      expect(await send(who)).toMatchObject({ status: 404 });
    expect(await send(operator, RESET, operator.viewer.username)).toMatchObject({ status: 403 });
    for (const fields of [
      { ...RESET, reason: "" },
      { ...RESET, words: " " },
    ])
      expect(await send(operator, fields)).toMatchObject({ status: 422 });
    const plain = await person("plain");
    expect(await send(operator, RESET, plain.viewer.username)).toMatchObject({ status: 409 });
    expect(await resets()).toEqual([]);
  });

  test("is asked about once at a time", async () => {
    await Promise.all([send(operator), send(operator)]);
    expect(await resets()).toHaveLength(1);
  });

  test("stays when an operator stops the reset", async () => {
    await send(operator);
    const stop = { intent: "stop-reset" };
    expect(await send(await staffPerson("moderator"), stop)).toMatchObject({ status: 403 });
    expect(await send(operator, stop)).toMatchObject({ status: 302 });
    await makeDue();
    await runDueResets();
    expect(await isOn()).toBe(true);
    expect(await resets()).toMatchObject([{ state: "stopped" }]);
  });

  test("stays when its owner still signs in with it", async () => {
    await send(operator);
    const browser = new Visitor();
    await browser.submit(signIn, "/auth", signInFields(name));
    await browser.submit(challenge, "/auth/two-factor", { code: totp(owner.uri) });
    expect(await viewerOf(browser.request("/"))).toMatchObject({ username: name });
    expect(await resets()).toMatchObject([{ state: "used" }]);
    await makeDue();
    await runDueResets();
    expect(await isOn()).toBe(true);
  });

  test("of a member of staff takes their role with it", async () => {
    await insertRows("staff", { user_id: ownerId, role: "moderator" });
    await send(operator);
    await makeDue();
    await runDueResets();
    expect(await findRows("staff", { user_id: ownerId }, ["role"])).toEqual([]);
    expect(await findRows("staff_log", { subject_id: ownerId, action: "role_taken" }, ["facts"])).toEqual([
      { facts: { role: "moderator" } },
    ]);
  });
});

describe("the owner", () => {
  test("refuses by the link of the mail, signed out; opening it changes nothing", async () => {
    await send(operator);
    const link = await mailedLink();
    expect(await look(new Visitor(), link)).toMatchObject({ data: { state: "waiting" } });
    expect(await resets()).toMatchObject([{ state: "waiting" }]);
    expect(await refuse(new Visitor(), link)).toMatchObject({ status: 302, location: link });
    expect(await look(new Visitor(), link)).toMatchObject({ data: { state: "refused" } });
    await makeDue();
    await runDueResets();
    expect(await isOn()).toBe(true);
  });

  test("refuses signed in, without the token", async () => {
    await send(operator);
    const [path = ""] = (await mailedLink()).split("?");
    expect(await refuse(owner.visitor, path)).toMatchObject({ status: 302 });
    expect(await resets()).toMatchObject([{ state: "refused" }]);
  });

  test("is the only one who can: others get no page, with a false token neither", async () => {
    await send(operator);
    const [path = ""] = (await mailedLink()).split("?");
    const stranger = await person("stranger");
    for (const visitor of [new Visitor(), stranger.visitor, operator.visitor])
      for (const address of [path, `${path}?token=x`]) {
        expect(await look(visitor, address)).toMatchObject({ status: 410 });
        expect(await refuse(visitor, address)).toMatchObject({ status: 410 });
      }
    expect(await resets()).toMatchObject([{ state: "waiting" }]);
  });
});
