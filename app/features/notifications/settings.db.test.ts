import { describe, expect, test } from "vitest";
import { MAIL_PACES, NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { action as choose } from "#app/routes/notifications/choose.route.ts";
import { action, loader } from "#app/routes/notifications/settings.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, faults, Visitor } from "#tests/support/visitor.ts";
import { fieldsOf, NOTIFICATION_KINDS, pacesOf } from "./settings-schema.ts";

const PAGE = "/notifications/settings";

openDatabase();

const send = (visitor: Visitor, fields: Fields) => visitor.call(choose, `${PAGE}/choose`, fields);
const answerOf = (outcome: { data: unknown }) => JSON.parse(String(outcome.data));
const chosenBy = ({ viewer }: Person) => noticeChoices(viewer.id);

async function rowsOf({ viewer }: Person): Promise<number> {
  const rows = await findRows("notification_choices", { user_id: viewer.id }, ["kind"]);
  return rows.length;
}

async function unconfirmed(who: Person): Promise<void> {
  await updateRows(
    "sessions",
    { user_id: who.viewer.id },
    { confirmed_at: new Date(Date.now() - 3_600_000) },
  );
}

describe("the page of notification settings", () => {
  test("shows the defaults of each kind and the person's own choices", async () => {
    const [who, other] = [await person(), await person()];
    await send(other.visitor, { mail_message: "off" });
    expect(await who.visitor.open(loader, PAGE)).toMatchObject({ data: { choices: NOTICE_KINDS } });
    await send(who.visitor, { mail_sold: "daily" });
    expect(await who.visitor.open(loader, PAGE)).toMatchObject({
      data: { choices: { ...NOTICE_KINDS, sold: { inApp: false, mail: "daily" } } },
    });
  });

  test("stores all kinds of a form that was sent without JavaScript", async () => {
    const who = await person();
    const form = new FormData();
    for (const kind of NOTIFICATION_KINDS) form.set(fieldsOf(kind).mail, "off");
    form.set(fieldsOf("back").inApp, "on");
    const outcome = await who.visitor.submit(action, PAGE, form);
    expect(outcome).toMatchObject({ status: 302, location: PAGE });
    expect(takeFlash(who.visitor.request("/")).flash).toMatchObject({ kind: "success" });
    const choices = await chosenBy(who);
    for (const kind of NOTIFICATION_KINDS)
      expect(choices?.[kind]).toEqual({ inApp: kind === "back", mail: "off" });
  });

  test("shows a fault at the kind with an invalid choice, and stores nothing", async () => {
    const who = await person();
    const outcome = await who.visitor.submit(action, PAGE, { mail_sold: "daily", mail_back: "weekly" });
    expect(outcome).toMatchObject(
      faults({ mail_back: ["This option does not exist. Please choose again."] }),
    );
    expect(await rowsOf(who)).toBe(0);
  });
});

describe("a change of a notification setting", () => {
  test("requires a signed-in person", async () => {
    const outcome = await send(new Visitor(), { mail_sold: "daily" });
    expect(outcome.status).toBe(401);
    expect(answerOf(outcome)).toMatchObject({ message: "Sign in to choose your notifications." });
  });

  test("is stored for each kind and choice, and affects no other kind or person", async () => {
    const [who, other] = [await person(), await person()];
    for (const kind of NOTIFICATION_KINDS) {
      for (const mail of pacesOf(kind)) {
        for (const inApp of [true, false]) {
          const { mail: pace, inApp: box } = fieldsOf(kind);
          const before = await chosenBy(who);
          const outcome = await send(who.visitor, { [pace]: mail, ...(inApp && { [box]: "on" }) });
          expect(answerOf(outcome)).toMatchObject({ value: { saved: { [kind]: { inApp, mail } } } });
          expect(await chosenBy(who)).toEqual({ ...before, [kind]: { inApp, mail } });
        }
      }
    }
    expect(await rowsOf(other)).toBe(0);
  });

  test.each<Fields>([
    {},
    { mail_sold: "" },
    { mail_sold: "weekly" },
    { mail_sold: "daily\0" },
    { mail_sold: "<b>daily</b>" },
    { mail_sold: "🎾".repeat(500) },
    { mail_sold: "يومي" },
    { mail_sold: new File(["daily"], "daily") } as unknown as Fields,
    { mail_account: "daily" },
    { mail_trumpet: "daily" },
    { in_app_sold: "on" },
    { user_id: "another", kind: "sold", mail: "off" },
  ])("with %j stores nothing", async (fields) => {
    const who = await person();
    const outcome = await send(who.visitor, fields);
    expect(outcome.status).toBe(422);
    expect(answerOf(outcome).message).toBe("This option does not exist. Please choose again.");
    expect(await rowsOf(who)).toBe(0);
  });
});

describe("switching off mails about sign-ins", () => {
  test("requires a confirmed identity, while the other choices of the form are stored", async () => {
    const who = await person();
    await unconfirmed(who);
    const confirm = `/profile/security/confirm?next=${encodeURIComponent(PAGE)}`;
    const outcome = await send(who.visitor, { mail_account: "off", in_app_account: "on" });
    expect(answerOf(outcome)).toMatchObject({ value: { saved: {}, confirm } });
    expect(await rowsOf(who)).toBe(0);
    const whole = await who.visitor.submit(action, PAGE, { mail_account: "off", mail_sold: "daily" });
    expect(whole).toMatchObject({ status: 302, location: confirm });
    expect(await chosenBy(who)).toMatchObject({
      account: NOTICE_KINDS.account,
      sold: { inApp: false, mail: "daily" },
    });
  });

  test("requires no confirmation when they are off already; nor does switching them on", async () => {
    const who = await person();
    await send(who.visitor, { mail_account: "off" });
    await unconfirmed(who);
    expect(answerOf(await send(who.visitor, { mail_account: "off", in_app_account: "on" }))).toMatchObject({
      value: { saved: { account: { inApp: true, mail: "off" } } },
    });
    expect(answerOf(await send(who.visitor, { mail_account: "at_once" }))).toMatchObject({
      value: { saved: { account: { inApp: false, mail: "at_once" } } },
    });
    expect(await chosenBy(who)).toMatchObject({ account: { inApp: false, mail: "at_once" } });
  });
});

test("each mail choice (at once, daily, off) is offered for at least one kind", () => {
  expect(new Set(NOTIFICATION_KINDS.flatMap(pacesOf))).toEqual(new Set(MAIL_PACES));
});
