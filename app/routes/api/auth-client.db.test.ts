// The requests of Supabase's own client, as @supabase/auth-js 2.109.0 sends them: recorded, with the values of this test.
import { expect, test } from "vitest";
import { newestCode, newestLink, PASSWORD } from "#tests/support/accounts.ts";
import { apiWith } from "#tests/support/api.ts";
import { captureNotices } from "#tests/support/captured-notices.ts";
import { openDatabase } from "#tests/support/database.ts";
import { totp } from "#tests/support/totp.ts";

openDatabase(captureNotices);

/** The public key of a project of Supabase, which the client sends where it has no access token. */
const PROJECT_KEY = "sb_publishable_0123456789012345678";
const BACK = `redirect_to=${encodeURIComponent("https://app.example/")}`;
const SECURITY = { gotrue_meta_security: {} };
const IMPLICIT = { code_challenge: null, code_challenge_method: null };
const PKCE = { code_challenge: "ByzV04R0QdeC7bYet653lp4Z8bHkMLpV95p7SVheAPk", code_challenge_method: "s256" };

async function call(method: string, path: string, body?: object, token = PROJECT_KEY) {
  const headers = {
    apikey: PROJECT_KEY,
    "x-supabase-api-version": "2024-01-01",
    ...(body && { "content-type": "application/json;charset=UTF-8" }),
  };
  const { status, body: answer } = await apiWith(token)(method, `/auth/v1${path}`, { body, headers });
  expect([method, path, status], JSON.stringify(answer)).toEqual([
    method,
    path,
    expect.toBeOneOf([200, 201, 204]),
  ]);
  return answer;
}

const linkToken = async (email: string) =>
  new URL(await newestLink(email), "http://shop.example").searchParams.get("token") ?? "";

test.each([
  ["implicit", IMPLICIT],
  ["pkce", PKCE],
])(
  "its calls work unchanged, with the fields that it sends beside those of a call (%s)",
  async (flow, pkce) => {
    const email = `${flow}@example.com`;
    const password = PASSWORD;
    const data = { username: `Anna ${flow}` };
    await call("POST", `/signup?${BACK}`, { email, password, data, ...SECURITY, ...pkce });
    await call("POST", `/resend?${BACK}`, { email, type: "signup", ...SECURITY, ...pkce });
    const token = await linkToken(email);
    const options = { redirectTo: "https://app.example/" };
    await call("POST", `/verify?${BACK}`, { email, token, type: "signup", options, ...SECURITY });
    const first = await call("POST", "/token?grant_type=password", { email, password, ...SECURITY });
    const { refresh_token } = first;
    const { access_token } = await call("POST", "/token?grant_type=refresh_token", { refresh_token });
    expect(await call("GET", "/user", undefined, access_token)).toMatchObject({ email, factors: [] });
    const username = `Anneke ${flow}`;
    const renamed = await call("PUT", "/user", { data: { username }, ...IMPLICIT }, access_token);
    expect(renamed.user_metadata).toEqual({ username });
    await call("POST", "/logout?scope=global", undefined, access_token);

    const otp = { email, data: {}, create_user: true, ...SECURITY, ...pkce };
    await call("POST", `/otp?${BACK}`, otp);
    const code = await newestCode(email);
    const session = await call("POST", "/verify", { email, token: code, type: "email", ...SECURITY });
    const enrolling = { friendly_name: "My phone", factor_type: "totp", issuer: "Shop" };
    const factor = await call("POST", "/factors", enrolling, session.access_token);
    const at = `/factors/${factor.id}`;
    const { id } = await call("POST", `${at}/challenge`, { factorId: factor.id }, session.access_token);
    const typed = { challenge_id: id, code: totp(factor.totp.secret) };
    const verified = await call("POST", `${at}/verify`, typed, session.access_token);
    const off = await call("DELETE", at, undefined, verified.access_token);
    const changing = { password: "another good passphrase", current_password: PASSWORD, ...IMPLICIT };
    const changed = await call("PUT", "/user", changing, off.session.access_token);
    // The client does not read new tokens from this answer: refreshSession() takes them.
    await call("POST", "/token?grant_type=refresh_token", { refresh_token: changed.session.refresh_token });
    await call("POST", `/recover?${BACK}`, { email, ...pkce, ...SECURITY });
    const phone = { phone: "+31612345678", data: {}, create_user: true, channel: "sms" };
    await call("POST", "/otp", { ...phone, ...SECURITY });
  },
);

test("bodies stay closed for everything else", async () => {
  const nobody = apiWith(null);
  const email = "anna@example.com";
  const closed: [string, object, string][] = [
    ["/otp", { email, gotrue_meta_security: { other: 1 } }, "gotrue_meta_security.other"],
    ["/otp", { email, channel: "whatsapp" }, "channel"],
    ["/recover", { email, data: {} }, "data"],
    ["/verify", { email, type: "email", token: "123456", options: { other: 1 } }, "options.other"],
    ["/token?grant_type=password", { email, password: PASSWORD, scope: "all" }, "scope"],
  ];
  for (const [path, body, field] of closed)
    expect(await nobody("POST", `/auth/v1${path}`, { body })).toMatchObject({
      status: 422,
      body: { errors: [{ field: `body.${field}` }] },
    });
});
