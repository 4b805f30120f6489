import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recordSignIn } from "#app/features/accounts/devices.server.ts";
import { deleteExpiredAccountData } from "#app/features/accounts/jobs.server.ts";
import { onSignIn } from "#app/platform/auth-devices.server.ts";
import { db } from "#app/platform/db.server.ts";
import { secondsToWait } from "#app/platform/rate-limit.server.ts";
import { hashOf } from "#app/platform/signature.server.ts";
import { action as pageAction } from "#app/routes/accounts/auth.route.tsx";
import { newestLink, newPerson, PASSWORD, signInFields } from "#tests/support/accounts.ts";
import { apiAs, apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { person } from "#tests/support/people.ts";
import { findRows, updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";

openDatabase(captureNotices);
afterEach(() => onSignIn(undefined));
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "mails"] as const) await db().deleteFrom(table).execute();
});

const nobody = apiWith(null);

function byPassword(email: string, password = PASSWORD) {
  return nobody("POST", "/auth/v1/token?grant_type=password", { body: { email, password } });
}

function refresh(refresh_token: string) {
  return nobody("POST", "/auth/v1/token?grant_type=refresh_token", { body: { refresh_token } });
}

async function signedIn(username = "Anna") {
  await newPerson(username);
  const { body } = await byPassword(username);
  return { ...body, api: apiWith(body.access_token) };
}

const mayCall = async (token: string) => (await apiWith(token)("GET", "/auth/v1/user")).status === 200;

const tokenOf = (link: string) => new URL(link, "http://shop.example").searchParams.get("token") ?? "";

const GONE = { status: 401, body: { reason: "refresh_token_invalid", error_code: "refresh_token_invalid" } };

describe("POST /token with a password", () => {
  test("answers a session, which is one of the person's devices [A7.9 A3.2]", async () => {
    await newPerson("Anna");
    await db().deleteFrom("sessions").execute();
    const { status, body } = await nobody("POST", "/auth/v1/token?grant_type=password", {
      body: { email: "anna@example.com", password: PASSWORD },
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ssa_\w{46}$/),
      token_type: "bearer",
      expires_in: 900,
      expires_at: expect.closeTo(Date.now() / 1000 + 900, -2),
      refresh_token: expect.stringMatching(/^ssr_\w{46}$/),
      user: {
        id: expect.any(String),
        email: "anna@example.com",
        email_verified: true,
        new_email: null,
        phone: null,
        created_at: expect.any(String),
        identities: [
          {
            id: expect.any(String),
            identity_id: expect.any(String),
            provider: "email",
            created_at: expect.any(String),
          },
        ],
        factors: [],
        user_metadata: { username: "Anna" },
      },
    });
    expect(await findRows("sessions", {}, ["user_agent", "ip_address", "user_id"])).toEqual([
      { user_agent: expect.stringContaining("Firefox"), ip_address: "127.0.0.1", user_id: body.user.id },
    ]);
    const api = apiWith(body.access_token);
    expect(await api("GET", "/auth/v1/user")).toMatchObject({ status: 200, body: body.user });
    const stored = JSON.stringify(await db().selectFrom("access_tokens").selectAll().execute());
    expect(stored).not.toContain(body.access_token.slice(4));
  });

  test("a username does too; wrong ones are refused beside their field, as by the page", async () => {
    await newPerson("Anna");
    expect((await byPassword("Anna")).status).toBe(200);
    const wrong = { status: 422, body: { reason: "invalid", error_code: "invalid", errors: [{}] } };
    expect(await byPassword("Anna", "wrong password")).toMatchObject({
      ...wrong,
      body: { errors: [{ field: "body.password" }] },
    });
    expect(await byPassword("Nobody")).toMatchObject({
      ...wrong,
      body: { errors: [{ field: "body.email" }] },
    });
    const unknown = await byPassword("nobody@example.com");
    const mistaken = await byPassword("anna@example.com", "wrong password");
    expect([unknown.status, unknown.body.errors]).toEqual([mistaken.status, mistaken.body.errors]);
  });

  test("tells the person of a new program, and not again of the same", async () => {
    onSignIn(recordSignIn);
    await newPerson("Anna");
    await db().deleteFrom("mails").execute();
    const headers = { "user-agent": "club-app/1.0" };
    const body = { email: "Anna", password: PASSWORD };
    for (const _ of [1, 2]) await nobody("POST", "/auth/v1/token?grant_type=password", { body, headers });
    expect(await findRows("mails", {}, ["recipient"])).toEqual([{ recipient: "anna@example.com" }]);
  });

  test("counts attempts together with those of the page", async () => {
    await newPerson("Anna");
    const visitor = new Visitor();
    visitor.address = "127.0.0.1";
    for (let attempt = 0; attempt < 10; attempt++)
      await visitor.submit(pageAction, "/auth", signInFields("Anna", "wrong password"));
    const refused = await byPassword("Anna");
    expect(refused).toMatchObject({ status: 429, body: { reason: "too_often", msg: expect.any(String) } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("refuses an unverified address and a suspended person", async () => {
    await nobody("POST", "/auth/v1/signup", {
      body: { email: "new@example.com", password: PASSWORD, data: { username: "Newcomer" } },
    });
    expect(await byPassword("Newcomer")).toMatchObject({
      status: 403,
      body: { reason: "address_unverified" },
    });
    const { user } = await signedIn();
    await updateRows("profiles", { id: user.id }, { suspended_until: "infinity" });
    expect(await byPassword("Anna")).toMatchObject({ status: 403, body: { reason: "account_suspended" } });
  });

  test.each<[string, string, object, string]>([
    ["another kind of grant", "implicit", { email: "a@example.com", password: PASSWORD }, "query.grant_type"],
    [
      "a field of another grant",
      "password",
      { email: "a@example.com", password: PASSWORD, nonce: "12345678" },
      "body.nonce",
    ],
    [
      "a field that does not exist",
      "password",
      { email: "a@example.com", password: PASSWORD, role: "operator" },
      "body.role",
    ],
    ["no password", "password", { email: "a@example.com" }, "body.password"],
    ["no address", "password", { email: "a@", password: PASSWORD }, "body.email"],
    ["a short verifier", "pkce", { auth_code: "code", code_verifier: "short" }, "body.code_verifier"],
    ["a number as a token", "refresh_token", { refresh_token: 1 }, "body.refresh_token"],
  ])("names the field of %s", async (_, grant, body, field) => {
    const { status, body: problem } = await nobody("POST", `/auth/v1/token?grant_type=${grant}`, { body });
    expect([status, problem.errors.map((fault: { field: string }) => fault.field)]).toEqual([422, [field]]);
  });
});

describe("a refresh token", () => {
  test("works once: its answer has the next one, and extends the session [A7.9]", async () => {
    const first = await signedIn();
    await updateRows("sessions", {}, { expires_at: new Date(Date.now() + 60_000) });
    const second = (await refresh(first.refresh_token)).body;
    expect(second).toMatchObject({ token_type: "bearer", user: { user_metadata: { username: "Anna" } } });
    expect(new Set([first, second].flatMap((each) => [each.access_token, each.refresh_token])).size).toBe(4);
    const third = (await refresh(second.refresh_token)).body;
    expect(await Promise.all([first, second, third].map((each) => mayCall(each.access_token)))).toEqual([
      true,
      true,
      true,
    ]);
    const ends = (await findRows("sessions", {}, ["expires_at"])).map(({ expires_at }) =>
      expires_at.getTime(),
    );
    expect(Math.max(...ends)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  test("that comes again at once, because its answer was lost, gets the same next one, also at the same moment", async () => {
    const { refresh_token } = await signedIn();
    const answers = await Promise.all([
      refresh(refresh_token),
      refresh(refresh_token),
      refresh(refresh_token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(3);
    expect((await refresh(answers[0]?.body.refresh_token)).status).toBe(200);
  });

  test("that comes again later ends the session, and all its tokens [V10.4.5]", async () => {
    const first = await signedIn();
    const second = (await refresh(first.refresh_token)).body;
    await sql`update refresh_tokens set used_at = used_at - interval '31 seconds'`.execute(db());
    expect(await refresh(first.refresh_token)).toMatchObject(GONE);
    expect(await mayCall(second.access_token)).toBe(false);
    expect(await refresh(second.refresh_token)).toMatchObject(GONE);
    expect(await findRows("refresh_tokens", {}, ["hash"])).toEqual([]);
  });

  test("that comes again after the next one was used ends the session at once", async () => {
    const first = await signedIn();
    const second = (await refresh(first.refresh_token)).body;
    const third = (await refresh(second.refresh_token)).body;
    expect(await refresh(first.refresh_token)).toMatchObject(GONE);
    expect(await mayCall(third.access_token)).toBe(false);
  });

  test("is no access token, and the other way round; made-up ones are refused [V10.3.1]", async () => {
    const { access_token, refresh_token } = await signedIn();
    expect(await mayCall(refresh_token)).toBe(false);
    for (const token of [access_token, `${refresh_token}x`, "ssr_", "'; drop table users"])
      expect(await refresh(token)).toMatchObject(GONE);
    expect(await mayCall(access_token)).toBe(true);
  });

  test("is counted with the codes of providers' sign-ins, so that nobody tries them out", async () => {
    const { refresh_token } = await signedIn();
    await Promise.all(Array.from({ length: 300 }, () => secondsToWait("token_client", "127.0.0.1")));
    const body = { auth_code: "a".repeat(43), code_verifier: "b".repeat(43) };
    for (const answer of [
      await refresh(refresh_token),
      await nobody("POST", "/auth/v1/token?grant_type=pkce", { body }),
    ])
      expect(answer).toMatchObject({ status: 429, body: { reason: "too_often" } });
  });

  test("dies with its session, at the latest after SESSION_DAYS [V10.4.8]", async () => {
    const { refresh_token } = await signedIn();
    await updateRows("sessions", {}, { created_at: new Date(Date.now() - 91 * 86_400_000) });
    expect(await refresh(refresh_token)).toMatchObject(GONE);
  });
});

describe("an access token", () => {
  const ENDS: [
    string,
    (token: { api: ReturnType<typeof apiWith>; user: { id: string } }) => Promise<unknown>,
  ][] = [
    ["signing out", ({ api }) => api("POST", "/auth/v1/logout?scope=local")],
    ["signing out everywhere", ({ api }) => api("POST", "/auth/v1/logout")],
    ["a suspension", ({ user }) => updateRows("profiles", { id: user.id }, { suspended_until: "infinity" })],
    [
      "a new password in another session",
      async () => {
        const { body } = await byPassword("Anna");
        const changed = { password: "another good passphrase", current_password: PASSWORD };
        expect((await apiWith(body.access_token)("PUT", "/auth/v1/user", { body: changed })).status).toBe(
          200,
        );
      },
    ],
    [
      "a forgotten password",
      async () => {
        await nobody("POST", "/auth/v1/recover", { body: { email: "anna@example.com" } });
        const token = tokenOf(await newestLink("anna@example.com"));
        const body = { type: "recovery", token, password: "another good passphrase" };
        expect((await nobody("POST", "/auth/v1/verify", { body })).status).toBe(200);
      },
    ],
    ["its end", () => updateRows("access_tokens", {}, { expires_at: new Date() })],
  ];

  test.each(ENDS)("is revoked at once by %s [V10.4.9]", async (_, end) => {
    const session = await signedIn();
    expect(await mayCall(session.access_token)).toBe(true);
    await end(session);
    expect(await mayCall(session.access_token)).toBe(false);
  });

  test("may do what its person may, also without a scope", async () => {
    const { api } = await signedIn();
    const listing = `/favorites/racket/${crypto.randomUUID()}`;
    expect(await api("PUT", listing)).toMatchObject({ status: 404, body: { reason: "favorites_gone" } });
  });

  test("counts only in the Authorization header: the cookie of a browser does not", async () => {
    const anna = await person();
    const headers = { cookie: anna.cookie };
    expect(await nobody("GET", "/auth/v1/user", { headers })).toMatchObject({
      status: 401,
      body: { reason: "key_missing", error_code: "key_missing", msg: expect.any(String) },
    });
    await nobody("POST", "/auth/v1/otp", { body: { email: anna.viewer.email }, headers });
    expect(await findRows("sessions", { token: anna.session }, ["id"])).toHaveLength(1);
  });
});

describe("POST /logout", () => {
  test("ends the sessions of its scope [A7.20]", async () => {
    const first = await signedIn();
    const second = (await byPassword("Anna")).body;
    const third = (await byPassword("Anna")).body;
    expect((await first.api("POST", "/auth/v1/logout?scope=local")).status).toBe(204);
    expect((await apiWith(second.access_token)("POST", "/auth/v1/logout?scope=others")).status).toBe(204);
    expect(await Promise.all([first, second, third].map((each) => mayCall(each.access_token)))).toEqual([
      false,
      true,
      false,
    ]);
    expect((await apiWith(second.access_token)("POST", "/auth/v1/logout?scope=global")).status).toBe(204);
    expect(await findRows("sessions", {}, ["id"])).toEqual([]);
    expect((await first.api("POST", "/auth/v1/logout")).status).toBe(401);
  });
});

test("a key opens nothing of the account door", async () => {
  const api = await apiAs(await person());
  const calls = [
    ["GET", "/auth/v1/user"],
    ["PUT", "/auth/v1/user", { data: { username: "Renamed" } }],
    ["GET", "/auth/v1/reauthenticate"],
    ["POST", "/auth/v1/logout"],
    ["POST", "/auth/v1/factors", { factor_type: "totp" }],
    ["POST", "/auth/v1/verify", { type: "email_change", token: "x" }],
    ["POST", `/auth/v1/factors/${crypto.randomUUID()}/verify`, { challenge_id: "x", code: "123456" }],
    ["DELETE", `/auth/v1/user/identities/${crypto.randomUUID()}`],
  ] as const;
  for (const [method, path, body] of calls)
    expect(await api(method, path, { body })).toMatchObject({
      status: 403,
      body: { reason: "session_needed" },
    });
});

test("of the account door a repeated request with an Idempotency-Key is refused, and nothing secret of it is kept", async () => {
  const { api } = await signedIn();
  const headers = { "idempotency-key": "once" };
  const body = { current_password: PASSWORD, password: "another good passphrase" };
  expect((await api("PUT", "/auth/v1/user", { body, headers })).status).toBe(200);
  const { rows } = await sql`select body, request from api_requests`.execute(db());
  const hashed = hashOf(`PUT /auth/v1/user ${hashOf(JSON.stringify(body))}`);
  expect(rows).toEqual([{ body: "", request: expect.not.stringContaining(hashed) }]);
});

test("the nightly job deletes tokens that work no more", async () => {
  const { refresh_token } = await signedIn();
  await refresh(refresh_token);
  await sql`update access_tokens set expires_at = now() - interval '1 second'`.execute(db());
  await sql`update refresh_tokens set used_at = used_at - interval '31 days'`.execute(db());
  await deleteExpiredAccountData();
  expect(await findRows("access_tokens", {}, ["hash"])).toEqual([]);
  expect(await findRows("refresh_tokens", {}, ["used_at"])).toEqual([{ used_at: null }]);
});
