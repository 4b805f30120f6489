import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { newestCode, newestMail, newPerson } from "#tests/support/accounts.ts";
import { accountNotices, captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { faultsIn, type Outcome, Visitor } from "#tests/support/visitor.ts";
import { action as byCode } from "../accounts/code.route.tsx";
import { action, loader } from "./phone.route.tsx";
import { loader as tab } from "./security.route.tsx";

const PATH = "/profile/security/phone";
const NUMBER = "+31612345678";

let anna: Visitor;

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits", "verifications"] as const) {
    await db().deleteFrom(table).execute();
  }
  anna = await newPerson("Anna");
});

function send(visitor: Visitor, phone: string) {
  return visitor.submit(action, PATH, { intent: "send", phone });
}

function confirm(visitor: Visitor, phone: string, code: string) {
  return visitor.submit(action, PATH, { intent: "confirm", phone, code });
}

async function addNumber(visitor: Visitor, number = NUMBER): Promise<Outcome> {
  await send(visitor, number);
  return confirm(visitor, number, await newestCode(number));
}

async function numbers() {
  const rows = await db().selectFrom("users").select(["name", "phone_number"]).orderBy("name").execute();
  return rows.map(({ name, phone_number }) => `${name} ${phone_number}`);
}

describe("a phone number", () => {
  test("belongs to a person once they typed the code that was sent to it [V6.6.1]", async () => {
    expect(await anna.open(loader, PATH)).toMatchObject({ data: { number: null, texts: true } });
    expect(await send(anna, "06 12345678")).toMatchObject({
      status: 200,
      data: { value: { phone: NUMBER, shown: "+31 6 12345678" } },
    });
    expect(await numbers()).toEqual(["Anna null"]);
    expect(await confirm(anna, NUMBER, await newestCode(NUMBER))).toMatchObject({
      status: 302,
      location: "/profile/security",
    });
    expect(takeFlash(anna.request("/")).flash).toMatchObject({ title: "Phone number confirmed" });
    expect(await numbers()).toEqual([`Anna ${NUMBER}`]);
    const mail = await newestMail("anna@example.com");
    expect(mail?.subject).toBe("New sign-in method added");
    expect(mail?.text).toContain(
      "Phone number +31 6 12345678 was added to the sign-in methods of your Second Serve account.",
    );
    expect(await accountNotices("Anna")).toEqual(["way-added"]);
    expect(await anna.open(tab, "/profile/security")).toMatchObject({
      data: { phone: { number: "+31 6 12345678", texts: true } },
    });

    const visitor = new Visitor();
    await visitor.submit(byCode, "/auth/code", { intent: "send", to: NUMBER });
    await visitor.submit(byCode, "/auth/code", {
      intent: "sign-in",
      to: NUMBER,
      code: await newestCode(NUMBER),
    });
    expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Anna" });
  });

  test("replaces the previous number", async () => {
    await addNumber(anna);
    expect(await addNumber(anna, "+31687654321")).toMatchObject({ status: 302 });
    expect(await numbers()).toEqual(["Anna +31687654321"]);
  });

  test("that is already confirmed gets no code again", async () => {
    await addNumber(anna);
    expect(faultsIn(await send(anna, NUMBER))).toEqual({ phone: ["This is already your number."] });
  });

  test("belongs to one person; another person learns this only after typing the code", async () => {
    await addNumber(anna);
    const bert = await newPerson("Bert");
    const free = await send(bert, "+31687654321");
    const answer = await send(bert, NUMBER);
    expect(answer.status).toBe(free.status);
    expect(Object.keys(answer.data as object)).toEqual(Object.keys(free.data as object));

    const wrong = { code: ["This code is wrong or has expired. Request a new one."] };
    const code = await newestCode(NUMBER);
    expect(faultsIn(await confirm(bert, NUMBER, code === "111111" ? "222222" : "111111"))).toEqual(wrong);
    expect(faultsIn(await confirm(bert, NUMBER, code))).toEqual({
      code: [
        "This number belongs to another account. Sign in to that account with a code and remove it first.",
      ],
    });
    expect(await numbers()).toEqual([`Anna ${NUMBER}`, "Bert null"]);
  });

  test("that two people confirm at the same time belongs to one of them", async () => {
    const bert = await newPerson("Bert");
    await send(anna, NUMBER);
    const code = await newestCode(NUMBER);
    const outcomes = await Promise.all([confirm(anna, NUMBER, code), confirm(bert, NUMBER, code)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([302, 422]);
    expect((await numbers()).filter((line) => line.endsWith(NUMBER))).toHaveLength(1);
  });

  test("belongs to nobody once it is removed", async () => {
    await addNumber(anna);
    expect(await anna.submit(action, PATH, { intent: "remove" })).toMatchObject({
      status: 302,
      location: "/profile/security",
    });
    expect(await accountNotices("Anna")).toEqual(["way-added", "way-removed"]);
    expect(
      await db().selectFrom("users").select(["phone_number", "phone_number_verified"]).execute(),
    ).toEqual([{ phone_number: null, phone_number_verified: false }]);
    expect(await viewerOf(anna.request("/"))).toMatchObject({ username: "Anna" });
    const visitor = new Visitor();
    await db().deleteFrom("mails").execute();
    await visitor.submit(byCode, "/auth/code", { intent: "send", to: NUMBER });
    expect(await newestMail(NUMBER)).toBeUndefined();
    expect(await addNumber(await newPerson("Bert"))).toMatchObject({ status: 302 });
  });
});

describe("the form of a phone number refuses, at the field, and stores nothing:", () => {
  test.each([
    ["nothing", "", "Phone number is required."],
    ["spaces", "   ", "Phone number is required."],
    ["letters", "abc", "Enter a valid phone number."],
    ["an impossible number", "+3161", "Enter a valid phone number."],
    ["a NUL", "+3161234\x005678x", "Enter a valid phone number."],
    ["HTML", "<b>06</b>", "Enter a valid phone number."],
    ["emoji", "🎾", "Enter a valid phone number."],
    ["right to left", "\u202Eabc", "Enter a valid phone number."],
    ["a very long text", "1".repeat(100_000), "Enter a valid phone number."],
  ])("%s", async (_, phone, text) => {
    const outcome = await send(anna, phone);
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ phone: [text] });
    expect(await db().selectFrom("verifications").select("id").execute()).toEqual([]);
  });

  test("a code that cannot be one", async () => {
    await send(anna, NUMBER);
    expect(faultsIn(await confirm(anna, NUMBER, "abc"))).toEqual({ code: ["The code has six digits."] });
    expect(await numbers()).toEqual(["Anna null"]);
  });
});

test("a phone number cannot be added where text messages cannot be sent", async () => {
  await withEnv({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
    expect(await anna.open(loader, PATH)).toMatchObject({ data: { texts: false } });
    expect(faultsIn(await send(anna, NUMBER))).toEqual({ phone: ["Text messages are not available here."] });
  });
});

test("one person can request ten texted codes an hour, for all phone numbers together", async () => {
  const outcomes: Outcome[] = [];
  for (let time = 0; time < 11; time++) outcomes.push(await send(anna, `+3161234560${time % 10}`));
  expect(outcomes[9]?.status).toBe(200);
  expect(outcomes[10]?.status).toBe(429);
});
