import { describe, expect, test } from "vitest";
import { publicPushKey } from "#app/features/push/keys.server.ts";
import { PUSHED_KINDS } from "#app/features/push/schema.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { browserKeys } from "#tests/support/push-service.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { type Fields, Visitor } from "#tests/support/visitor.ts";
import { action as signOut } from "../accounts/sign-out.route.tsx";
import { action, loader } from "./push.route.ts";

const PATH = "/notifications/push";
const IN_AN_HOUR = new Date(Date.now() + 3_600_000);

openDatabase(captureNotices);

let browsers = 0;
function browser() {
  const { p256dh, auth } = browserKeys();
  return { intent: "subscribe", endpoint: `https://push.example.com/${++browsers}`, p256dh, auth };
}
const send = (who: Person | null, fields: Fields) =>
  (who?.visitor ?? new Visitor()).call(action, PATH, fields);
const stored = ({ viewer }: Person) =>
  findRows("push_subscriptions", { user_id: viewer.id }, ["id", "endpoint", "session_id", "off_kinds"]);

async function subscribedPerson() {
  const who = await person();
  const fields = browser();
  expect(await send(who, fields)).toMatchObject({ status: 200 });
  const [{ id } = { id: "" }] = await stored(who);
  return { who, fields, id };
}

describe("subscribing a browser", () => {
  test("needs a signed-in person, who gets the key of the server", async () => {
    expect(await send(null, browser())).toMatchObject({ status: 401 });
    expect((await new Visitor().open(loader, PATH)).status).toBe(401);
    const who = await person();
    const { status, data } = await who.visitor.open(loader, PATH);
    expect([status, JSON.parse(String(data))]).toEqual([200, { key: publicPushKey() }]);
  });

  test("stores it with the session and the time zone of the browser", async () => {
    const who = await person();
    who.visitor.cookies.set("timezone", "Europe/Amsterdam");
    const fields = browser();
    expect(await send(who, fields)).toMatchObject({ status: 200 });
    const session = await findRow("sessions", { token: who.session }, ["id"]);
    expect(await stored(who)).toMatchObject([{ endpoint: fields.endpoint, session_id: session.id }]);
    const { time_zone } = await findRow("user_preferences", { user_id: who.viewer.id }, ["time_zone"]);
    expect(time_zone).toBe("Europe/Amsterdam");
  });

  test("again keeps what was chosen for it, and another subscription of the browser replaces it", async () => {
    const { who, fields, id } = await subscribedPerson();
    await send(who, { intent: "kinds", id, kinds: ["message"] });
    await send(who, fields);
    const [again] = await stored(who);
    expect([again?.id, again?.off_kinds]).toEqual([id, PUSHED_KINDS.filter((kind) => kind !== "message")]);
    const next = browser();
    await send(who, next);
    expect(await stored(who)).toMatchObject([{ endpoint: next.endpoint }]);
  });

  test("of somebody else works only with its keys, and takes it from them", async () => {
    const { who, fields } = await subscribedPerson();
    const stranger = await person();
    const { p256dh, auth } = browserKeys();
    expect(await send(stranger, { ...fields, p256dh, auth })).toMatchObject({ status: 400 });
    expect(await stored(who)).toHaveLength(1);
    expect(await send(stranger, fields)).toMatchObject({ status: 200 });
    expect([await stored(who), (await stored(stranger)).length]).toEqual([[], 1]);
  });

  test.each([
    ["http", { endpoint: "http://push.example.com/1" }],
    ["another port", { endpoint: "https://push.example.com:8443/1" }],
    ["a name and a password", { endpoint: "https://a:b@push.example.com/1" }],
    ["a long address", { endpoint: `https://push.example.com/${"x".repeat(2_000)}` }],
    ["no address", { endpoint: "javascript:alert(1)" }],
    ["a point that is not on the curve", { p256dh: `B${"A".repeat(86)}` }],
    ["a short key", { p256dh: "BAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["an unknown intent", { intent: "steal" }],
  ])("with %s is refused", async (_, wrong) => {
    const who = await person();
    const { status } = await send(who, { ...browser(), ...wrong });
    expect([400, 422]).toContain(status);
    expect(await stored(who)).toEqual([]);
  });

  test("is undone by its person, and by nobody else", async () => {
    const { who, fields } = await subscribedPerson();
    const undo = { intent: "unsubscribe", endpoint: fields.endpoint };
    expect(await send(null, undo)).toMatchObject({ status: 401 });
    await send(await person(), undo);
    expect(await stored(who)).toHaveLength(1);
    expect(await send(who, undo)).toMatchObject({ status: 200 });
    expect(await stored(who)).toMatchObject([{ session_id: null }]);
  });

  test("after that keeps what was chosen, and so does a new browser of its person", async () => {
    const { who, fields, id } = await subscribedPerson();
    await send(who, { intent: "kinds", id, kinds: ["message"], shown: ["message", "sold"] });
    await send(who, { intent: "unsubscribe", endpoint: fields.endpoint });
    await send(who, fields);
    const phone = browser();
    const { id: session } = await insertRow("sessions", {
      user_id: who.viewer.id,
      token: crypto.randomUUID(),
      expires_at: IN_AN_HOUR,
    });
    await updateRows("push_subscriptions", { id }, { session_id: session });
    await send(who, phone);
    expect((await stored(who)).map(({ endpoint, off_kinds }) => [endpoint, off_kinds])).toEqual(
      expect.arrayContaining([
        [fields.endpoint, ["sold"]],
        [phone.endpoint, ["sold"]],
      ]),
    );
  });

  test("at a new address and in a new session keeps what was chosen for it, not for the browser that was seen last", async () => {
    const { who, fields, id } = await subscribedPerson();
    await send(who, { intent: "kinds", id, kinds: ["message"], shown: ["message", "sold"] });
    await updateRows("push_subscriptions", { id }, { session_id: null });
    await send(who, browser());
    const [desk] = await stored(who).then((all) => all.filter((row) => row.id !== id));
    await send(who, { intent: "kinds", id: desk?.id ?? "", kinds: ["sold"], shown: ["message", "sold"] });
    await updateRows("push_subscriptions", { id: desk?.id ?? "" }, { session_id: null });
    const again = { ...browser(), before: fields.endpoint };
    await send(who, again);
    expect((await stored(who)).map(({ endpoint, off_kinds }) => [endpoint, off_kinds])).toEqual([
      [desk?.endpoint, ["message"]],
      [again.endpoint, ["sold"]],
    ]);
    const stranger = await person();
    await send(stranger, { ...browser(), before: again.endpoint });
    expect([(await stored(who)).length, (await stored(stranger))[0]?.off_kinds]).toEqual([2, []]);
  });

  test("displaces what ended, however lately, before a browser that is told something", async () => {
    const { who, fields, id } = await subscribedPerson();
    const seen_at = new Date(Date.now() - 86_400_000);
    const { id: other } = await insertRow("sessions", {
      user_id: who.viewer.id,
      token: crypto.randomUUID(),
      expires_at: IN_AN_HOUR,
    });
    await updateRows("push_subscriptions", { id }, { session_id: other, seen_at });
    for (let count = 0; count < 20; count++) {
      const { intent: _, ...keys } = browser();
      await insertRow("push_subscriptions", {
        user_id: who.viewer.id,
        session_id: null,
        server_key: publicPushKey(),
        ...keys,
      });
    }
    const next = browser();
    await send(who, next);
    const told = (await stored(who)).filter(({ session_id }) => session_id !== null);
    expect(told.map(({ endpoint }) => endpoint).sort()).toEqual([fields.endpoint, next.endpoint].sort());
    expect(await stored(who)).toHaveLength(20);
  });

  test("ends with the session", async () => {
    const { who } = await subscribedPerson();
    await who.visitor.submit(signOut, "/sign-out", {});
    expect(await stored(who)).toMatchObject([{ session_id: null }]);
  });
});

describe("the kinds that a browser is told of", () => {
  test("are chosen by its person, without JavaScript too", async () => {
    const { who, id } = await subscribedPerson();
    const chosen = await who.visitor.submit(action, PATH, { intent: "kinds", id, kinds: ["deal", "offer"] });
    expect(chosen).toMatchObject({ status: 302, location: "/notifications/settings" });
    expect(takeFlash(who.visitor.request("/")).flash).toMatchObject({ kind: "success" });
    const [device] = await stored(who);
    expect(device?.off_kinds).toEqual(PUSHED_KINDS.filter((kind) => !["deal", "offer"].includes(kind)));
    await send(who, { intent: "kinds", id });
    expect((await stored(who))[0]?.off_kinds).toEqual(PUSHED_KINDS);
  });

  test("stay as they are if the form does not show them", async () => {
    const { who, id } = await subscribedPerson();
    await send(who, { intent: "kinds", id, kinds: ["message"], shown: ["message", "sold"] });
    expect((await stored(who))[0]?.off_kinds).toEqual(["sold"]);
    await send(who, { intent: "kinds", id, shown: ["message"] });
    expect((await stored(who))[0]?.off_kinds).toEqual(["sold", "message"]);
  });

  test("are not chosen for a browser that was turned off meanwhile", async () => {
    const { who, fields, id } = await subscribedPerson();
    await send(who, { intent: "unsubscribe", endpoint: fields.endpoint });
    const { status, data } = await send(who, { intent: "kinds", id });
    expect([status, JSON.parse(String(data)).message]).toEqual([
      404,
      "This device no longer shows notifications. Load the page again.",
    ]);
  });

  test("are chosen by nobody else", async () => {
    const { who, id } = await subscribedPerson();
    expect(await send(null, { intent: "kinds", id })).toMatchObject({ status: 401 });
    expect(await send(await person(), { intent: "kinds", id })).toMatchObject({ status: 404 });
    expect((await send(who, { intent: "kinds", id: "x" })).status).toBe(422);
    expect((await stored(who))[0]?.off_kinds).toEqual([]);
  });
});

describe("what notifications say, and when", () => {
  const mannerOf = ({ viewer }: Person) =>
    findRow("user_preferences", { user_id: viewer.id }, ["push_hidden", "quiet_from", "quiet_until"]);

  test("is chosen by their person", async () => {
    const who = await person();
    expect(await send(null, { intent: "manner" })).toMatchObject({ status: 401 });
    await send(who, { intent: "manner", hidden: "on", from: "22", until: "7" });
    expect(await mannerOf(who)).toEqual({ push_hidden: true, quiet_from: 22, quiet_until: 7 });
    await send(who, { intent: "manner", from: "", until: "" });
    expect(await mannerOf(who)).toEqual({ push_hidden: false, quiet_from: null, quiet_until: null });
    expect((await send(who, { intent: "manner", from: "24", until: "7" })).status).toBe(422);
  });

  test.each([
    ["22", ""],
    ["", "0"],
    ["7", "7"],
  ])("with the hours %j and %j is refused beside the second one", async (from, until) => {
    const who = await person();
    const { status, data } = await send(who, { intent: "manner", hidden: "on", from, until });
    const { result } = JSON.parse(String(data));
    expect([status, result.error]).toEqual([
      422,
      { until: ["Choose two different hours, or “Never” for both."] },
    ]);
  });
});
