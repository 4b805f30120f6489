import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#app/platform/db.server.ts";
import { configure, env } from "#app/platform/env.server.ts";
import { newestCode, newestLink, newestMail, newPerson, PASSWORD } from "#tests/support/accounts.ts";
import { apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { newSession } from "#tests/support/people.ts";
import { findRow, findRows, insertRow, updateRows } from "#tests/support/rows.ts";
import { totp } from "#tests/support/totp.ts";

openDatabase(captureNotices);
beforeEach(async () => {
  for (const table of ["users", "rate_limits", "mails"] as const) await db().deleteFrom(table).execute();
});

const nobody = apiWith(null);
const NUMBER = "+31612345678";

function byPassword(email: string, password = PASSWORD) {
  return nobody("POST", "/auth/v1/token?grant_type=password", { body: { email, password } });
}

async function signedIn(username = "Anna") {
  await newPerson(username);
  const { body } = await byPassword(username);
  return { ...body, api: apiWith(body.access_token) };
}

/** So that delicate changes ask who the person is. */
function longAgo() {
  return updateRows("sessions", {}, { confirmed_at: new Date(Date.now() - 3_600_000) });
}

const linkToken = async (address: string) =>
  new URL(await newestLink(address), "http://shop.example").searchParams.get("token") ?? "";

const verify = (body: object) => nobody("POST", "/auth/v1/verify", { body });
const UNPROVEN = { status: 403, body: { reason: "reauthentication_needed" } };

describe("POST /signup", () => {
  test("creates an account whose address waits for the mailed link; resend mails it again [A7.4 A7.11 A7.13]", async () => {
    const body = { email: "Anna@Example.com", password: PASSWORD, data: { username: "Anna" } };
    expect(await nobody("POST", "/auth/v1/signup", { body })).toMatchObject({
      status: 200,
      body: { email: "anna@example.com", user_metadata: { username: "Anna" } },
    });
    await db().deleteFrom("mails").execute();
    await nobody("POST", "/auth/v1/resend", { body: { type: "signup", email: "anna@example.com" } });
    const token = await linkToken("anna@example.com");
    expect(await verify({ type: "signup", token })).toMatchObject({
      status: 200,
      body: { msg: expect.any(String) },
    });
    expect((await byPassword("Anna")).status).toBe(200);
    expect(await verify({ type: "signup", token: `${token}x` })).toMatchObject({
      status: 410,
      body: { reason: "link_dead" },
    });
  });

  test("answers the same for an address that has an account, and refuses what the page refuses", async () => {
    await newPerson("Anna");
    const send = (body: object) => nobody("POST", "/auth/v1/signup", { body });
    const taken = await send({ email: "anna@example.com", password: PASSWORD, data: { username: "Other" } });
    expect(taken).toMatchObject({ status: 200, body: { email: "anna@example.com" } });
    const fields = async (body: object) =>
      (await send(body)).body.errors.map(({ field }: { field: string }) => field);
    const data = { username: "Bea" };
    expect(
      await fields({ email: "bea@example.com", password: PASSWORD, data: { username: "anna" } }),
    ).toEqual(["body.data.username"]);
    expect(await fields({ email: "bea@example.com", password: "password", data })).toEqual(["body.password"]);
    expect(
      await fields({ email: "bea@example.com", password: PASSWORD, data: { ...data, two_factor: false } }),
    ).toEqual(["body.data.two_factor"]);
    expect(
      await fields({ email: "bea@example.com", password: PASSWORD, data, email_verified: true }),
    ).toEqual(["body.email_verified"]);
    expect(await findRows("users", {}, ["name"])).toHaveLength(1);
  });
});

describe("POST /otp", () => {
  test("sends a code to an address or number, with which POST /verify signs in [A7.10 A7.11 A7.13]", async () => {
    const { user } = await signedIn();
    await updateRows("users", { id: user.id }, { phone_number: NUMBER, phone_number_verified: true });
    const ways = [
      ["email", "email", "anna@example.com"],
      ["sms", "phone", NUMBER],
    ] as const;
    for (const [type, field, to] of ways) {
      expect(await nobody("POST", "/auth/v1/otp", { body: { [field]: to } })).toMatchObject({
        status: 200,
        body: {},
      });
      const earlier = await newestCode(to);
      await nobody("POST", "/auth/v1/resend", { body: { type, [field]: to } });
      const code = await newestCode(to);
      const wrong = earlier === "000000" ? "000001" : "000000";
      expect(await verify({ type, [field]: to, token: wrong })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "body.token" }] },
      });
      const { status, body } = await verify({ type, [field]: to, token: code });
      expect([status, body.user?.id]).toEqual([200, user.id]);
      expect((await verify({ type, [field]: to, token: code })).status).toBe(422);
    }
  });

  test("answers the same for an address without an account; it creates none", async () => {
    const answer = await nobody("POST", "/auth/v1/otp", {
      body: { email: "nobody@example.com", create_user: true },
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(await newestMail("nobody@example.com")).toBeUndefined();
    const wrong = [{}, { email: "a@example.com", phone: NUMBER }, { phone: "12" }];
    for (const body of wrong) expect((await nobody("POST", "/auth/v1/otp", { body })).status).toBe(422);
  });
});

test("POST /recover mails a link for a new password, which signs nobody in [A7.14]", async () => {
  await newPerson("Anna");
  for (const email of ["anna@example.com", "nobody@example.com"])
    expect(await nobody("POST", "/auth/v1/recover", { body: { email } })).toMatchObject({
      status: 200,
      body: {},
    });
  const token = await linkToken("anna@example.com");
  const password = "another good passphrase";
  expect((await verify({ type: "recovery", token, password: "short" })).status).toBe(422);
  const { status, body } = await verify({ type: "recovery", token, password });
  expect([status, Object.keys(body)]).toEqual([200, ["msg"]]);
  expect((await byPassword("Anna", password)).status).toBe(200);
  expect(await verify({ type: "recovery", token, password })).toMatchObject({ status: 410 });
});

describe("GET and PUT /user", () => {
  test("changes the username, under the rules of the profile [A7.16 V10.3.3]", async () => {
    const { api } = await signedIn();
    await newPerson("Bea");
    const rename = (username: string) => api("PUT", "/auth/v1/user", { body: { data: { username } } });
    expect(await rename("Anneke")).toMatchObject({
      status: 200,
      body: { user_metadata: { username: "Anneke" } },
    });
    for (const username of ["bea", "A", "operator"])
      expect(await rename(username)).toMatchObject({
        status: 422,
        body: { errors: [{ field: "body.data.username" }] },
      });
    expect((await api("GET", "/auth/v1/user")).body.user_metadata).toEqual({ username: "Anneke" });
  });

  test("takes no field that is not to be changed, and one change at a time", async () => {
    const { api, user } = await signedIn();
    const put = (body: object) => api("PUT", "/auth/v1/user", { body });
    for (const field of ["id", "role", "email_verified", "created_at", "factors", "user_metadata"])
      expect(await put({ [field]: "x" })).toMatchObject({
        status: 422,
        body: { errors: [{ field: `body.${field}` }] },
      });
    expect((await put({ data: { username: "Anneke", role: "operator" } })).status).toBe(422);
    expect((await put({ data: { username: "Anneke" }, email: "new@example.com" })).status).toBe(422);
    expect((await api("GET", "/auth/v1/user")).body).toEqual(user);
  });

  test("If-Match protects what somebody else has changed", async () => {
    const { api } = await signedIn();
    const tag = (await api("GET", "/auth/v1/user")).headers.get("etag") ?? "";
    const rename = (username: string) =>
      api("PUT", "/auth/v1/user", { body: { data: { username } }, headers: { "if-match": tag } });
    expect((await rename("Anneke")).status).toBe(200);
    expect((await rename("Annelies")).status).toBe(412);
  });

  test("a new password ends every session, and the answer has new tokens of this one [A7.16]", async () => {
    const { api, access_token, refresh_token } = await signedIn();
    const other = (await byPassword("Anna")).body;
    const put = (body: object) => api("PUT", "/auth/v1/user", { body });
    const password = "another good passphrase";
    const at = (field: string) => ({ status: 422, body: { errors: [{ field }] } });
    expect(await put({ password })).toMatchObject(at("body.current_password"));
    expect(await put({ password, current_password: "wrong password" })).toMatchObject(
      at("body.current_password"),
    );
    expect(await put({ password: "password", current_password: PASSWORD })).toMatchObject(
      at("body.password"),
    );
    const { status, body } = await put({ password, current_password: PASSWORD });
    expect([status, body.user_metadata]).toEqual([200, { username: "Anna" }]);
    for (const token of [access_token, other.access_token])
      expect((await apiWith(token)("GET", "/auth/v1/user")).status).toBe(401);
    const grant = "/auth/v1/token?grant_type=refresh_token";
    expect((await nobody("POST", grant, { body: { refresh_token } })).status).toBe(401);
    expect((await apiWith(body.session.access_token)("GET", "/auth/v1/user")).status).toBe(200);
    expect(
      (await nobody("POST", grant, { body: { refresh_token: body.session.refresh_token } })).status,
    ).toBe(200);
    expect((await newestMail("anna@example.com"))?.text).toMatch(/password/i);
  });

  test("a new address waits for the links to both mailboxes [A7.16 A7.11]", async () => {
    const { api } = await signedIn();
    const to = "anneke@example.com";
    expect(await api("PUT", "/auth/v1/user", { body: { email: to } })).toMatchObject({
      status: 200,
      body: { email: "anna@example.com", new_email: to },
    });
    const follow = async (address: string, client = api) =>
      client("POST", "/auth/v1/verify", { body: { type: "email_change", token: await linkToken(address) } });
    expect(await follow("anna@example.com", nobody)).toMatchObject({
      status: 401,
      body: { reason: "key_missing" },
    });
    expect((await follow("anna@example.com")).status).toBe(200);
    expect((await follow(to)).status).toBe(200);
    expect((await api("GET", "/auth/v1/user")).body).toMatchObject({ email: to, new_email: null });
  });

  test("a number waits for the code that is texted to it [A7.16 A7.11]", async () => {
    const { api } = await signedIn();
    expect(await api("PUT", "/auth/v1/user", { body: { phone: NUMBER } })).toMatchObject({
      body: { phone: null },
    });
    const body = { type: "phone_change", phone: NUMBER, token: await newestCode(NUMBER) };
    expect((await verify(body)).status).toBe(401);
    expect((await api("POST", "/auth/v1/verify", { body })).status).toBe(200);
    expect((await api("GET", "/auth/v1/user")).body.phone).toBe(NUMBER);
    expect((await api("PUT", "/auth/v1/user", { body: { phone: null } })).body.phone).toBeNull();
  });
});

describe("GET /reauthenticate", () => {
  test("mails a code, without which nobody makes a delicate change long after signing in [A7.15 V10.3.4]", async () => {
    const { api, user } = await signedIn();
    const { id } = await insertRow("accounts", {
      user_id: user.id,
      provider_id: "google",
      account_id: "anna",
    });
    await longAgo();
    const put = (body: object, client = api) => client("PUT", "/auth/v1/user", { body });
    expect(await put({ email: "anneke@example.com" })).toMatchObject(UNPROVEN);
    expect(await put({ phone: NUMBER })).toMatchObject(UNPROVEN);
    expect(await api("DELETE", `/auth/v1/user/identities/${id}`)).toMatchObject(UNPROVEN);
    configure({ ...env(), apiRedirects: ["com.example.app://back"] });
    const flow = { redirect_to: "com.example.app://back", code_challenge: "c".repeat(43) };
    const link = new URLSearchParams({ provider: "google", ...flow, code_challenge_method: "s256" });
    expect(await api("GET", `/auth/v1/user/identities/authorize?${link}`)).toMatchObject(UNPROVEN);
    expect(await api("POST", "/auth/v1/factors", { body: { factor_type: "totp" } })).toMatchObject(UNPROVEN);
    expect(await api("GET", "/auth/v1/reauthenticate")).toMatchObject({ status: 200, body: {} });
    const nonce = await newestCode("anna@example.com");
    const wrong = nonce === "000000" ? "000001" : "000000";
    expect(await put({ nonce: wrong })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "body.nonce" }] },
    });
    const proven = apiWith((await put({ nonce })).body.session.access_token);
    expect((await put({ nonce }, proven)).status).toBe(422);
    expect((await proven("DELETE", `/auth/v1/user/identities/${id}`)).status).toBe(200);
    await longAgo();
    expect((await put({ current_password: "wrong password" }, proven)).status).toBe(422);
    const change = { current_password: PASSWORD, email: "anneke@example.com" };
    expect((await put(change, proven)).status).toBe(200);
  });

  test("a proof ends the tokens that were there before, as it replaces the cookie of a browser", async () => {
    const { api, refresh_token, access_token: copied } = await signedIn();
    const other = (await byPassword("Anna")).body;
    const { body } = await api("PUT", "/auth/v1/user", { body: { current_password: PASSWORD } });
    expect((await apiWith(copied)("GET", "/auth/v1/user")).status).toBe(401);
    const grant = "/auth/v1/token?grant_type=refresh_token";
    expect(await nobody("POST", grant, { body: { refresh_token } })).toMatchObject({ status: 401 });
    for (const token of [body.session.access_token, other.access_token])
      expect((await apiWith(token)("GET", "/auth/v1/user")).status).toBe(200);
    expect(
      (await nobody("POST", grant, { body: { refresh_token: body.session.refresh_token } })).status,
    ).toBe(200);
  });
});

describe("DELETE /user/identities/{identity_id}", () => {
  test("unlinks a provider of the person, and nobody else's or the password [A7.18]", async () => {
    const { api, user } = await signedIn();
    const bea = await signedIn("Bea");
    const { id } = await insertRow("accounts", {
      user_id: user.id,
      provider_id: "google",
      account_id: "anna",
    });
    const unlink = (client: typeof api, identity: string) =>
      client("DELETE", `/auth/v1/user/identities/${identity}`);
    const gone = { status: 404, body: { reason: "identities_gone" } };
    expect(await unlink(bea.api, id)).toMatchObject(gone);
    expect(await unlink(api, user.identities[0].id)).toMatchObject(gone);
    expect((await unlink(api, id)).status).toBe(200);
    expect((await api("GET", "/auth/v1/user")).body.identities).toHaveLength(1);
  });
});

describe("a second factor", () => {
  async function enrolled() {
    const session = await signedIn();
    const { status, body } = await session.api("POST", "/auth/v1/factors", { body: { factor_type: "totp" } });
    expect([status, body.type, body.totp.qr_code.slice(0, 4)]).toEqual([201, "totp", "<svg"]);
    const at = `/auth/v1/factors/${body.id}`;
    const challenge = (await session.api("POST", `${at}/challenge`)).body;
    const typed = { challenge_id: challenge.id, code: totp(body.totp.secret) };
    return { ...session, at, uri: body.totp.uri, typed };
  }

  async function switchedOn() {
    const { api, at, uri, typed, access_token } = await enrolled();
    const { status, body } = await api("POST", `${at}/verify`, { body: typed });
    expect(status).toBe(200);
    await db().deleteFrom("rate_limits").execute();
    return { at, uri, before: access_token, ...body, api: apiWith(body.access_token) };
  }

  test("counts from its first code, which replaces the session and shows the backup codes once [A7.19 A3.2]", async () => {
    const { api, at, typed } = await enrolled();
    expect((await api("GET", "/auth/v1/user")).body.factors).toMatchObject([
      { factor_type: "totp", status: "unverified" },
    ]);
    const challenge_id = typed.challenge_id.replace(/.$/, (last: string) => (last === "A" ? "Q" : "A"));
    expect(await api("POST", `${at}/verify`, { body: { ...typed, challenge_id } })).toMatchObject({
      status: 410,
    });
    expect(await api("POST", `${at}/verify`, { body: { ...typed, code: "000000" } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "body.code" }] },
    });
    const { body } = await api("POST", `${at}/verify`, { body: typed });
    expect(body).toMatchObject({
      access_token: expect.any(String),
      user: { factors: [{ status: "verified" }] },
    });
    expect(body.backup_codes).toHaveLength(10);
    expect((await api("GET", "/auth/v1/user")).status).toBe(401);
    const now = apiWith(body.access_token);
    expect(await now("POST", `${at}/challenge`)).toMatchObject({
      status: 409,
      body: { reason: "factor_exists" },
    });
    expect(await now("POST", "/auth/v1/factors", { body: { factor_type: "totp" } })).toMatchObject({
      status: 409,
    });
  });

  test("stands between the password and the session: the refusal has the challenge [A7.9 A7.19]", async () => {
    const { at, uri, backup_codes: backupCodes } = await switchedOn();
    const before = await findRows("sessions", {}, ["id"]);
    const refused = await byPassword("Anna");
    expect(refused).toMatchObject({
      status: 401,
      body: { reason: "second_factor", challenge_id: expect.any(String), expires_at: expect.any(Number) },
    });
    expect(`/auth/v1/factors/${refused.body.factor_id}`).toBe(at);
    expect(refused.body.access_token).toBeUndefined();
    expect(await findRows("sessions", {}, ["id"])).toEqual(before);
    const { challenge_id } = refused.body;
    const answer = (code: string, id = challenge_id) =>
      nobody("POST", `${at}/verify`, { body: { challenge_id: id, code } });
    expect(await answer("000000")).toMatchObject({ status: 422, body: { errors: [{ field: "body.code" }] } });
    expect(await answer(totp(uri), `${challenge_id.slice(0, 10)}x`)).toMatchObject({
      status: 410,
      body: { reason: "challenge_gone" },
    });
    const strange = await nobody("POST", `/auth/v1/factors/${crypto.randomUUID()}/verify`, {
      body: { challenge_id, code: totp(uri) },
    });
    expect(strange).toMatchObject({ status: 404, body: { reason: "factor_gone" } });
    expect(await answer(totp(uri, 1))).toMatchObject({
      status: 200,
      body: { user: { user_metadata: { username: "Anna" } } },
    });
    expect((await answer(totp(uri))).status).toBe(410);
    const again = (await byPassword("Anna")).body.challenge_id;
    expect((await answer(backupCodes[0], again)).status).toBe(200);
    const third = (await byPassword("Anna")).body.challenge_id;
    expect((await answer(backupCodes[0], third)).status).toBe(422);
  });

  test("is switched off by its person, who gets new tokens, and by nobody else [A7.19]", async () => {
    const { at, api, user } = await switchedOn();
    const bea = await signedIn("Bea");
    expect(await bea.api("DELETE", at)).toMatchObject({ status: 404, body: { reason: "factor_gone" } });
    expect(await bea.api("POST", `${at}/challenge`)).toMatchObject({ status: 404 });
    await longAgo();
    expect(await api("DELETE", at)).toMatchObject(UNPROVEN);
    const proof = await api("PUT", "/auth/v1/user", { body: { current_password: PASSWORD } });
    const { session: other } = await newSession(user.id);
    const { status, body } = await apiWith(proof.body.session.access_token)("DELETE", at);
    expect(status).toBe(200);
    expect(await findRows("sessions", { token: other }, ["id"])).toEqual([]);
    const now = apiWith(body.session.access_token);
    expect((await now("GET", "/auth/v1/user")).body.factors).toEqual([]);
    expect((await byPassword("Anna")).status).toBe(200);
    expect((await findRow("users", { name: "Anna" }, ["two_factor_enabled"])).two_factor_enabled).toBe(false);
  });
});
