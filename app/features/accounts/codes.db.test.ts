import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { auth } from "#app/platform/auth.server.ts";
import { db, inTransaction, pool } from "#app/platform/db.server.ts";
import { takeFlash } from "#app/platform/flash.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { action as signIn } from "#app/routes/accounts/auth.route.tsx";
import { action, loader } from "#app/routes/accounts/code.route.tsx";
import {
  newestCode,
  newestMail,
  newPerson,
  PASSWORD,
  signInFields,
  signUpFields,
} from "#tests/support/accounts.ts";
import { openDatabase } from "#tests/support/database.ts";
import { withEnv } from "#tests/support/env.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { type Fields, faultsIn, type Outcome, Visitor } from "#tests/support/visitor.ts";
import { lockAddress } from "./commands.server.ts";

const PATH = "/auth/code";
const NUMBER = "+31612345678";
const WRONG = "This code is wrong or has expired. Request a new one.";

openDatabase();
beforeEach(async () => {
  for (const table of ["users", "mails", "rate_limits", "verifications"] as const) {
    await db().deleteFrom(table).execute();
  }
});

function send(to: string, visitor = new Visitor(), path = PATH) {
  return visitor.submit(action, path, { intent: "send", to });
}

function type(to: string, code: string, visitor = new Visitor(), path = PATH) {
  return visitor.submit(action, path, { intent: "sign-in", to, code });
}

function otherCode(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

async function withNumber(username: string, number = NUMBER): Promise<void> {
  await newPerson(username);
  await updateRows("users", { name: username }, { phone_number: number, phone_number_verified: true });
}

async function sessions(): Promise<number> {
  return (await db().selectFrom("sessions").select("id").execute()).length;
}

describe("a one-time code", () => {
  test.each([
    ["by mail", "anna@example.com", " ANNA@Example.com "],
    ["by text message", NUMBER, "06 12 34 56 78"],
    ["by text message, to a number in international form", NUMBER, "+31 (0)6-12345678"],
  ])(
    "%s signs in, and redirects to the page that asked for the sign-in [A5.17 A7.10 A7.11]",
    async (_, recipient, typed) => {
      await withNumber("Anna");
      const visitor = new Visitor();
      const path = "/auth/code?next=%2Fsell";
      const sent = await send(typed, visitor, path);
      expect(sent).toMatchObject({ status: 200, data: { value: { to: recipient, minutes: 10 } } });
      const code = await newestCode(recipient);
      // Users copy the code together with the space around it.
      const outcome = await type(recipient, ` ${code.slice(0, 3)} ${code.slice(3)}\n`, visitor, path);
      expect(outcome).toMatchObject({ status: 302, location: "/sell" });
      expect(await viewerOf(visitor.request("/"))).toMatchObject({ username: "Anna" });
      expect(takeFlash(visitor.request("/")).flash).toMatchObject({ title: "Welcome back!" });
      expect(await visitor.open(loader, path)).toMatchObject({ status: 302, location: "/sell" });
    },
  );

  test("in a text message has the format that phones fill in by themselves", async () => {
    await withNumber("Anna");
    await send(NUMBER);
    const sms = await newestMail(NUMBER);
    expect(sms?.text).toMatch(
      /^(\d{6}) is your Second Serve code\. Do not share it with anyone\.\n\n@127\.0\.0\.1 #\1$/,
    );
  });

  test("works once, and replaces the previous code [V6.5.1 V6.6.2]", async () => {
    await newPerson("Anna");
    await send("anna@example.com");
    const first = await newestCode("anna@example.com");
    let second = first;
    // One code in a million is the same as the one before it.
    while (second === first) {
      await send("anna@example.com");
      second = await newestCode("anna@example.com");
    }
    expect(faultsIn(await type("anna@example.com", first))).toEqual({ code: [WRONG] });
    expect(await type("anna@example.com", second)).toMatchObject({ status: 302 });
    const before = await sessions();
    expect(await type("anna@example.com", second)).toMatchObject({ status: 422 });
    expect(await sessions()).toBe(before);
  });

  test("that is submitted twice simultaneously signs in once", async () => {
    await newPerson("Anna");
    await send("anna@example.com");
    const code = await newestCode("anna@example.com");
    const outcomes = await Promise.all([type("anna@example.com", code), type("anna@example.com", code)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([302, 422]);
  });

  test("can be tried ten times simultaneously without a deadlock over database connections", async () => {
    await newPerson("Anna");
    await send("anna@example.com");
    const wrong = otherCode(await newestCode("anna@example.com"));
    const queued = await inTransaction(async (trx) => {
      await lockAddress(trx, "anna@example.com");
      const tries = Array.from({ length: 10 }, () => type("anna@example.com", wrong));
      // Nine requests hold the other connections and wait for the lock. The tenth waits for a connection.
      await expect
        .poll(async () => {
          const { rows } = await sql<{ waiting: number }>`
              select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())
            `.execute(trx);
          return [rows[0]?.waiting, pool().waitingCount];
        })
        .toEqual([9, 1]);
      return { tries };
    });
    const outcomes = await Promise.all(queued.tries);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill(422));
  });

  test.each([
    ["mail", "anna@example.com"],
    ["text message", NUMBER],
  ])("for a %s is refused after ten minutes [V6.4.1 V6.5.5]", async (_, to) => {
    await withNumber("Anna");
    await send(to);
    const expiresAt = sql<Date>`expires_at - interval '10 minutes'`;
    const expired = await db()
      .updateTable("verifications")
      .set({ expires_at: expiresAt })
      .returning(sql<boolean>`expires_at <= now()`.as("expired"))
      .execute();
    expect(expired).toContainEqual({ expired: true });
    expect(faultsIn(await type(to, await newestCode(to)))).toEqual({
      code: ["This code has expired. Request a new one."],
    });
  });

  test.each([
    ["mail", "anna@example.com"],
    ["text message", NUMBER],
  ])("for a %s is invalid after five wrong attempts [A7.11 V6.6.3]", async (_, to) => {
    await withNumber("Anna");
    await send(to);
    const code = await newestCode(to);
    for (let time = 0; time < 5; time++) {
      expect(faultsIn(await type(to, otherCode(code)))).toEqual({ code: [WRONG] });
    }
    expect(faultsIn(await type(to, code))).toEqual({
      code: ["Too many wrong attempts: this code no longer works. Request a new one."],
    });
    expect(await sessions()).toBe(1);
  });

  test.each(["anna@example.com", NUMBER])(
    "is stored as a hash, even after a wrong attempt: %s",
    async (to) => {
      await withNumber("Anna");
      await send(to);
      const code = await newestCode(to);
      expect(code).toMatch(/^\d{6}$/);
      for (const tries of [0, 1]) {
        const stored = await db().selectFrom("verifications").selectAll().execute();
        expect(JSON.stringify(stored)).not.toContain(code);
        expect(stored.some(({ value }) => value.endsWith(`:${tries}`))).toBe(true);
        await type(to, otherCode(code));
      }
      expect((await type(to, code)).status).toBe(302);
    },
  );

  test("for one email address is not accepted for another [V6.6.2]", async () => {
    await newPerson("Anna");
    await newPerson("Bert");
    await send("anna@example.com");
    expect(await type("bert@example.com", await newestCode("anna@example.com"))).toMatchObject({
      status: 422,
    });
  });
});

describe("accounts cannot be probed:", () => {
  test.each([
    ["an email address", "anna@example.com", "nobody@example.com"],
    ["a phone number", NUMBER, "+31687654321"],
  ])(
    "%s without an account gets the same answers as one with an account, step by step [A7.10]",
    async (_, known, unknown) => {
      await withNumber("Anna");
      await db().deleteFrom("mails").execute();
      const answersTo = async (to: string) => {
        const visitor = new Visitor();
        const sent = await send(to, visitor);
        const code = await newestCode(known);
        const tries: Outcome[] = [];
        for (let time = 0; time < 7; time++) tries.push(await type(to, otherCode(code), visitor));
        await send(to, visitor);
        await updateRows("verifications", {}, { expires_at: sql<Date>`now() - interval '1 second'` });
        tries.push(await type(to, otherCode(code), visitor));
        const answers = [sent, ...tries].map(({ status, data }) => ({ status, data }));
        return JSON.stringify(answers)
          .replaceAll(to, "…")
          .replace(/"shown":"[^"]*"|"sentAt":\d+/g, "");
      };
      const answersToKnown = await answersTo(known);
      expect(await answersTo(unknown)).toBe(answersToKnown);
      expect(
        (await db().selectFrom("mails").select("recipient").execute()).map(({ recipient }) => recipient),
      ).toEqual([known, known]);
    },
  );

  test("no code is right for an email address without an account", async () => {
    await send("nobody@example.com");
    const users = await db().selectFrom("users").select("id").execute();
    expect(users).toEqual([]);
    const code = await auth().api.createVerificationOTP({
      body: { email: "nobody@example.com", type: "sign-in" },
    });
    expect(faultsIn(await type("nobody@example.com", code))).toEqual({ code: [WRONG] });
    expect(await db().selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("a phone number that was never confirmed signs nobody in", async () => {
    await withNumber("Anna");
    await updateRows("users", {}, { phone_number_verified: false });
    await send(NUMBER);
    expect(await newestMail(NUMBER)).toBeUndefined();
    const [row] = await findRows("verifications", { identifier: NUMBER }, ["value"]);
    expect(await type(NUMBER, row?.value.split(":")[0] ?? "")).toMatchObject({ status: 422 });
    expect(await db().selectFrom("users").select("phone_number_verified").execute()).toEqual([
      { phone_number_verified: false },
    ]);
  });
});

describe("an unverified account", () => {
  test("is given to the owner of its email address by a code, and loses the password that somebody else had set", async () => {
    await new Visitor().submit(signIn, "/auth", signUpFields("Mallory", "anna@example.com"));
    const anna = new Visitor();
    await send("anna@example.com", anna);
    expect(await type("anna@example.com", await newestCode("anna@example.com"), anna)).toMatchObject({
      status: 302,
    });
    expect(await viewerOf(anna.request("/"))).toMatchObject({ email: "anna@example.com" });
    expect(takeFlash(anna.request("/")).flash?.description).toMatch(/^Your email address is verified\./);
    expect(
      await new Visitor().submit(signIn, "/auth", signInFields("anna@example.com", PASSWORD)),
    ).toMatchObject({ status: 422 });
    const user = await db().selectFrom("users").select("email_verified").executeTakeFirst();
    expect(user?.email_verified).toBe(true);
  });

  test("stays unchanged after a wrong code", async () => {
    await new Visitor().submit(signIn, "/auth", signUpFields("Anna", "anna@example.com"));
    await send("anna@example.com");
    await type("anna@example.com", otherCode(await newestCode("anna@example.com")));
    expect(await db().selectFrom("accounts").select("id").execute()).toHaveLength(1);
    expect(await db().selectFrom("users").select("email_verified").execute()).toEqual([
      { email_verified: false },
    ]);
  });
});

describe("the form that sends a code", () => {
  const REQUIRED = "Email or phone number is required.";
  const INVALID = "Enter a valid email address or phone number.";

  test.each<[string, Fields, string]>([
    ["nothing", { intent: "send" }, REQUIRED],
    ["spaces", { intent: "send", to: "  " }, REQUIRED],
    ["half an address", { intent: "send", to: "anna@" }, INVALID],
    ["a username", { intent: "send", to: "Anna" }, INVALID],
    ["too few digits", { intent: "send", to: "06123" }, INVALID],
    ["an extension", { intent: "send", to: "+31612345678 ext. 5" }, INVALID],
    ["a NUL", { intent: "send", to: "anna\0@example.com" }, INVALID],
    ["HTML", { intent: "send", to: "<b>+31612345678</b>@x" }, INVALID],
    ["emoji", { intent: "send", to: "🎾" }, INVALID],
    ["right to left", { intent: "send", to: "\u202E+31612345678@" }, INVALID],
    ["a very long text", { intent: "send", to: "x".repeat(100_000) }, INVALID],
    ["a file", { intent: "send", to: new File(["x"], "x.txt") }, REQUIRED],
  ])("refuses %s at the field, and sends nothing [A5.17]", async (_, fields, text) => {
    const outcome = await new Visitor().submit(action, PATH, fields);
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual({ to: [text] });
    expect(await db().selectFrom("verifications").select("id").execute()).toEqual([]);
  });

  test("reads a phone number as it is dialled in the visitor's country", async () => {
    const visitor = new Visitor();
    visitor.cookies.set("country", "GB");
    expect(await send("07400 123456", visitor)).toMatchObject({
      data: { value: { to: "+447400123456", shown: "+44 7400 123456" } },
    });
  });

  test("accepts only email addresses where text messages cannot be sent", async () => {
    await withEnv({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
      expect(await new Visitor().open(loader, PATH)).toMatchObject({ data: { texts: false } });
      const outcome = await send(NUMBER);
      expect(faultsIn(outcome)).toEqual({
        to: ["Text messages are not available here. Please use your email."],
      });
    });
  });
});

describe("the form in which the code is entered", () => {
  test.each([
    ["nothing", "", "Code is required."],
    ["letters", "abcdef", "The code has six digits."],
    ["five digits", "12345", "The code has six digits."],
    ["a NUL", "123\x00456", "The code has six digits."],
  ])("refuses %s at the field, and still shows where the code was sent", async (_, typed, text) => {
    await send("anna@example.com");
    const outcome = await type("anna@example.com", typed);
    expect(outcome).toMatchObject({ status: 422, data: { kept: { to: "anna@example.com" } } });
    expect(faultsIn(outcome)).toEqual({ code: [text] });
  });

  test("shows the first step again when the email address or phone number is missing", async () => {
    expect(await type("", "123456")).toMatchObject({ status: 422, data: { kept: null } });
  });
});

describe("another code", () => {
  function resend(fields: Fields) {
    return new Visitor().submit(action, PATH, { intent: "resend", ...(fields as Record<string, string>) });
  }

  test("is sent to the same email address or phone number, for the same purpose [A5.18 A7.13]", async () => {
    await withNumber("Anna");
    await send("anna@example.com");
    const outcome = await resend({ to: "anna@example.com", type: "sign-in" });
    expect(outcome).toMatchObject({ status: 200, data: { value: { to: "anna@example.com", again: true } } });
    expect(await type("anna@example.com", await newestCode("anna@example.com"))).toMatchObject({
      status: 302,
    });

    expect(await resend({ to: NUMBER, type: "sign-in" })).toMatchObject({ status: 200 });
    expect(await type(NUMBER, await newestCode(NUMBER))).toMatchObject({ status: 302 });
  });

  test("can be a verification link instead [A7.13]", async () => {
    await new Visitor().submit(signIn, "/auth", signUpFields("Bert", "bert@example.com"));
    await db().deleteFrom("mails").execute();
    await resend({ to: "bert@example.com", type: "verification" });
    expect((await newestMail("bert@example.com"))?.text).toContain("/auth/verify?token=");
  });

  test.each<[string, Fields, object]>([
    ["no recipient", { type: "sign-in" }, { to: ["Email or phone number is required."] }],
    ["no type", { to: "anna@example.com" }, { type: ["Choose what to send again."] }],
    ["another type", { to: "anna@example.com", type: "sms" }, { type: ["Choose what to send again."] }],
  ])("with %s is not sent [A5.18 A7.13]", async (_, fields, error) => {
    await newPerson("Anna");
    await db().deleteFrom("mails").execute();
    const outcome = await resend(fields);
    expect(outcome.status).toBe(422);
    expect(faultsIn(outcome)).toEqual(error);
    expect(await db().selectFrom("mails").select("id").execute()).toEqual([]);
  });
});

describe("the rate limits of codes:", () => {
  function expectRefused(outcome: Outcome | undefined) {
    expect(outcome?.status).toBe(429);
    expect(Number(outcome?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(JSON.stringify(outcome?.data)).toMatch(/Too many attempts\. Please try again in/);
  }

  async function repeat(times: number, act: (time: number) => Promise<Outcome>): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let time = 0; time < times; time++) outcomes.push(await act(time));
    return outcomes;
  }

  test.each(["anna@example.com", "nobody@example.com", NUMBER])(
    "five codes an hour to %s, for all visitors together",
    async (to) => {
      await newPerson("Anna");
      const outcomes = await repeat(6, () => send(to));
      expect(outcomes.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
      expectRefused(outcomes[5]);
    },
  );

  test("twenty codes an hour for one visitor, to any email addresses", async () => {
    const visitor = new Visitor();
    const outcomes = await repeat(21, (time) => send(`person${time}@example.com`, visitor));
    expect(outcomes[19]?.status).toBe(200);
    expectRefused(outcomes[20]);
  });

  test("ten attempts in fifteen minutes for one email address, from any visitor [V6.6.3]", async () => {
    const outcomes = await repeat(11, () => type("anna@example.com", "000000"));
    expect(outcomes[9]?.status).toBe(422);
    expectRefused(outcomes[10]);
  });

  test("correct sign-ins are not limited", async () => {
    await newPerson("Anna");
    const visitor = new Visitor();
    const outcomes = await repeat(21, async () => {
      await db().deleteFrom("rate_limits").where("key", "like", "code_to%").execute();
      await send("anna@example.com", new Visitor());
      return type("anna@example.com", await newestCode("anna@example.com"), visitor);
    });
    expect(outcomes.map(({ status }) => status)).toEqual(Array(21).fill(302));
  });

  test("twenty attempts in ten minutes for one visitor, for any email addresses", async () => {
    const visitor = new Visitor();
    const outcomes = await repeat(21, (time) => type(`person${time}@example.com`, "000000", visitor));
    expect(outcomes[19]?.status).toBe(422);
    expectRefused(outcomes[20]);
  });
});
