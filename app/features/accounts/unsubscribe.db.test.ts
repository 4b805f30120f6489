import { createHmac, randomUUID } from "node:crypto";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, test } from "vitest";
import { type MailPace, NOTICE_KINDS, type NoticeKind } from "#app/domain/notification-kinds.ts";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import UnsubscribePage, { action, loader } from "#app/routes/accounts/unsubscribe.route.tsx";
import { action as chooseInAccount } from "#app/routes/security/mail.route.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, insertRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { type MailTopic, noticeChoices, unsubscribeLink } from "./mail-preferences.server.ts";

let anna: Person;
let bert: Person;

openDatabase(async () => {
  [anna, bert] = [await person("anna"), await person("bert")];
});

function pathOf(who: { viewer: { id: string } }): string {
  const { pathname, search } = new URL(unsubscribeLink({ userId: who.viewer.id, topic: "account" }, "en-GB"));
  return pathname + search;
}

async function isOff(who: Person): Promise<boolean> {
  const rows = await findRows(
    "notification_choices",
    { user_id: who.viewer.id, kind: "account", mail: "off" },
    ["kind"],
  );
  return rows.length > 0;
}

const ONE_CLICK = new URLSearchParams({ "List-Unsubscribe": "One-Click" });

describe("the unsubscribe link of a mail", () => {
  test("changes nothing when it is opened, and shows the current choice", async () => {
    const outcome = await new Visitor().open(loader, pathOf(anna));
    expect(outcome).toMatchObject({
      status: 200,
      data: { about: "New sign-ins to your account", wanted: true },
    });
    expect(await isOff(anna)).toBe(false);
  });

  test("switches the mails off when a mail program uses it, without a cookie, any number of times", async () => {
    for (const _ of [1, 2]) {
      const outcome = await new Visitor().submit(action, pathOf(anna), ONE_CLICK);
      expect(outcome).toMatchObject({ status: 200, data: { ok: true } });
    }
    expect(await isOff(anna)).toBe(true);
    expect(await isOff(bert)).toBe(false);
    expect(await new Visitor().open(loader, pathOf(anna))).toMatchObject({ data: { wanted: false } });
  });

  test("switches the mails on and off by the button of its page", async () => {
    const press = (wanted: string) => new Visitor().submit(action, pathOf(anna), { wanted });
    expect(await press("yes")).toMatchObject({ status: 200, data: { ok: true } });
    expect(await isOff(anna)).toBe(false);
    await press("no");
    expect(await isOff(anna)).toBe(true);
    await press("yes");
  });

  test.each(["", "maybe", "\0", "<b>", "yes\r\nno"])("changes nothing for the choice %j", async (wanted) => {
    expect(await new Visitor().submit(action, pathOf(anna), { wanted })).toMatchObject({ status: 422 });
    expect(await isOff(anna)).toBe(false);
  });

  test("does not reveal the username of its owner", async () => {
    const outcome = await new Visitor().open(loader, pathOf(anna));
    expect(JSON.stringify(outcome.data)).not.toMatch(new RegExp(anna.viewer.username));
  });

  test("is refused when its token is signed for another person, topic or site, or is changed or empty [V9.1.1]", async () => {
    const good = pathOf(anna);
    const token = good.slice(good.indexOf("=") + 1);
    const sign = token.split(".").at(-1);
    const before = env();
    configure({ ...before, authSecret: "another secret, of another site, long enough" });
    const foreign = pathOf(anna);
    configure(before);
    const bad = [
      `${bert.viewer.id}.account.${sign}`,
      `${anna.viewer.id}.password-changed.${sign}`,
      `${anna.viewer.id}.account.`,
      `${anna.viewer.id}.account`,
      `${token}.x`,
      token.slice(0, -2),
      "",
      "\0",
      "..",
      "<script>",
      "🎾".repeat(500),
    ].map((one) => `/mail/unsubscribe?token=${encodeURIComponent(one)}`);
    for (const path of [...bad, foreign, "/mail/unsubscribe"]) {
      expect(await new Visitor().open(loader, path), path).toMatchObject({ status: 410 });
      expect(await new Visitor().submit(action, path, ONE_CLICK), path).toMatchObject({ status: 410 });
    }
    expect([await isOff(anna), await isOff(bert)]).toEqual([false, false]);
  });

  test("is refused when its account was deleted", async () => {
    const path = pathOf({ viewer: { id: randomUUID() } });
    expect(await new Visitor().open(loader, path)).toMatchObject({ status: 410 });
    expect(await new Visitor().submit(action, path, ONE_CLICK)).toMatchObject({ status: 410 });
  });
});

describe("the unsubscribe link of a notification", () => {
  const pathTo = (who: Person, topic: MailTopic) => {
    const { pathname, search } = new URL(unsubscribeLink({ userId: who.viewer.id, topic }, "en-GB"));
    return pathname + search;
  };
  const click = (path: string) => new Visitor().submit(action, path, ONE_CLICK);
  const KINDS = Object.keys(NOTICE_KINDS) as NoticeKind[];

  test.each(KINDS)("switches only mails of kind %s off; switched on, they come at once", async (kind) => {
    const who = await person("reader");
    const path = pathTo(who, kind);
    const wanted: boolean = NOTICE_KINDS[kind].mail !== ("off" as MailPace);
    expect(await new Visitor().open(loader, path)).toMatchObject({ data: { wanted } });
    expect(await click(path)).toMatchObject({ data: { ok: true } });
    const { inApp } = NOTICE_KINDS[kind];
    expect(await noticeChoices(who.viewer.id)).toEqual({ ...NOTICE_KINDS, [kind]: { inApp, mail: "off" } });
    await new Visitor().submit(action, path, { wanted: "yes" });
    expect(await noticeChoices(who.viewer.id)).toEqual({
      ...NOTICE_KINDS,
      [kind]: { inApp, mail: "at_once" },
    });
  });

  test("keeps the preference for notifications in the app", async () => {
    const who = await person("reader");
    await insertRows("notification_choices", {
      user_id: who.viewer.id,
      kind: "review",
      in_app: false,
      mail: "daily",
    });
    await click(pathTo(who, "review"));
    expect((await noticeChoices(who.viewer.id))?.review).toEqual({ inApp: false, mail: "off" });
  });

  test("in the daily summary switches off all kinds that are mailed daily, and nothing else", async () => {
    const [who, other] = [await person("reader"), await person("reader")];
    await insertRows("notification_choices", [
      { user_id: who.viewer.id, kind: "message", in_app: true, mail: "daily" },
      { user_id: who.viewer.id, kind: "back", in_app: false, mail: "at_once" },
      { user_id: other.viewer.id, kind: "message", in_app: true, mail: "daily" },
    ]);
    const path = pathTo(who, "digest");
    expect(await new Visitor().open(loader, path)).toMatchObject({
      data: { about: "The daily summary", wanted: true },
    });
    for (const _ of [1, 2]) expect(await click(path)).toMatchObject({ data: { ok: true } });
    const off = {
      ...NOTICE_KINDS,
      message: { inApp: true, mail: "off" },
      back: { inApp: false, mail: "at_once" },
      saved_search: { inApp: true, mail: "off" },
      price_drop: { inApp: true, mail: "off" },
    };
    expect(await noticeChoices(who.viewer.id)).toEqual(off);
    expect(await new Visitor().open(loader, path)).toMatchObject({ data: { wanted: false } });
    expect((await noticeChoices(other.viewer.id))?.message.mail).toBe("daily");
    await new Visitor().submit(action, path, { wanted: "yes" });
    expect(await noticeChoices(who.viewer.id)).toEqual({
      ...off,
      saved_search: NOTICE_KINDS.saved_search,
      price_drop: NOTICE_KINDS.price_drop,
    });
  });

  test("with the topic name of an earlier version still switches off mails about sign-ins", async () => {
    const who = await person("reader");
    const payload = `${who.viewer.id}.new-device`;
    const signed = createHmac("sha256", env().authSecret)
      .update(`unsubscribe ${payload}`)
      .digest("base64url");
    const path = `/mail/unsubscribe?token=${payload}.${signed}`;
    expect(await new Visitor().open(loader, path)).toMatchObject({
      data: { about: "New sign-ins to your account", wanted: true },
    });
    await click(path);
    expect(await isOff(who)).toBe(true);
    // A signature for one topic name is invalid for another.
    expect(await click(path.replace("new-device", "account"))).toMatchObject({ status: 410 });
  });
});

describe("the card of sign-in mails on the security page", () => {
  const send = (visitor: Visitor, wanted: string) =>
    visitor.submit(chooseInAccount, "/profile/security/mail", { wanted });

  test("switches the person's own mails off and on", async () => {
    expect(await send(bert.visitor, "no")).toMatchObject({ status: 302, location: "/profile/security" });
    expect([await isOff(anna), await isOff(bert)]).toEqual([false, true]);
    expect(takeFlash(bert.visitor.request("/")).flash).toMatchObject({ kind: "success" });
    await send(bert.visitor, "yes");
    expect(await isOff(bert)).toBe(false);
  });

  test("asks for a confirmation before switching them off", async () => {
    const old = await person("clara");
    await updateRows(
      "sessions",
      { user_id: old.viewer.id },
      { confirmed_at: new Date(Date.now() - 3_600_000) },
    );
    const outcome = await send(old.visitor, "no");
    expect(outcome.location).toMatch(/^\/profile\/security\/confirm\?next=/);
    expect(await isOff(old)).toBe(false);
  });

  test.each(["", "maybe", "\0"])("changes nothing for the choice %j", async (wanted) => {
    expect(await send(bert.visitor, wanted)).toMatchObject({ status: 422 });
    expect(await isOff(bert)).toBe(false);
  });
});

test("the page says that its link is dead when the account is gone after the page was opened", async () => {
  const late = await person("late");
  const path = pathOf(late);
  const page = await new Visitor().open(loader, path);
  await db().deleteFrom("users").where("id", "=", late.viewer.id).execute();
  const { status, data: actionData } = await new Visitor().submit(action, path, { wanted: "no" });
  expect(status).toBe(410);
  const Page = createRoutesStub([{ id: "page", path: "/", Component: UnsubscribePage as never }]);
  // After a failed action, the browser does not run the loader again.
  const hydrationData = { loaderData: { page: page.data }, actionData: { page: actionData } };
  expect(renderToString(createElement(Page, { hydrationData }))).toContain("This link does not work");
});
