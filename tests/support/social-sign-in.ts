import { createHash, randomBytes } from "node:crypto";
import { configure, env } from "#app/platform/env.server.ts";
import { action } from "#app/routes/accounts/auth.route.tsx";
import { loader as callback, action as callbackByForm } from "#app/routes/accounts/auth-callback.route.tsx";
import { type AtProvider, ProviderBrowser, type ProviderReturn } from "./provider-browser.ts";
import { CLIENT, type Providers, startProviders } from "./providers.ts";
import { type Outcome, Visitor } from "./visitor.ts";

/** The providers, started once for each worker, because the code that checks tokens caches their keys. */
let started: Promise<Providers> | undefined;

/**
 * Sets up Google, Facebook, Apple and the issuer of an organisation for the test file. Call it in the set-up of `openDatabase`.
 */
export async function testProviders(): Promise<Providers> {
  started ??= startProviders();
  const providers = await started;
  providers.people.clear();
  const oidc = {
    clientId: "our-id",
    clientSecret: "our-secret",
    issuer: providers.issuer,
    name: "Tennis Club",
  };
  configure({ ...env(), providers: { google: CLIENT, facebook: CLIENT, apple: CLIENT, oidc } });
  return providers;
}

/** Presses a provider's button at /auth. Returns the URL of the provider to which the shop redirects. */
export async function goToProvider(visitor: Visitor, provider: string, path = "/auth"): Promise<string> {
  const outcome = await visitor.submit(action, path, { intent: "social", provider });
  if (!outcome.location) throw new Error(JSON.stringify(outcome.data));
  return outcome.location;
}

export async function returnFromProvider(visitor: Visitor, { url, form }: ProviderReturn): Promise<Outcome> {
  const params = { "*": new URL(url).pathname.replace("/api/auth/", "") };
  if (!form) return visitor.open(callback, url, params);
  // A browser sends no SameSite cookies with a form from another site, so this request has no cookies.
  const headers = { "x-client-ip": visitor.address };
  const sent = await visitor.run(
    callbackByForm,
    new Request(url, { method: "POST", body: form, headers }),
    params,
  );
  if (sent.headers.getSetCookie().length > 0)
    throw new Error("The shop answered another site's form, which has no cookies, by setting some.");
  return visitor.open(callback, sent.location ?? "", params);
}

export async function signInWith(
  provider: string,
  what: AtProvider,
  visitor = new Visitor(),
  path?: string,
): Promise<Outcome & { visitor: Visitor }> {
  const way = await new ProviderBrowser().answer(await goToProvider(visitor, provider, path), what);
  return { ...(await returnFromProvider(visitor, way)), visitor };
}

const ENDPOINTS = {
  google: ["https://accounts.google.com/o/oauth2/v2/auth", "https://oauth2.googleapis.com/token"],
  facebook: [
    "https://www.facebook.com/v24.0/dialog/oauth",
    "https://graph.facebook.com/v24.0/oauth/access_token",
  ],
  apple: ["https://appleid.apple.com/auth/authorize", "https://appleid.apple.com/auth/token"],
} as const;

/** The ID token that a native app gets when a person signs in at the provider. The app uses PKCE, not a secret. */
export async function idTokenOf(
  provider: keyof typeof ENDPOINTS,
  login: string,
  nonce: string,
  clientId = "our-app",
): Promise<string> {
  const [authorization, token] = ENDPOINTS[provider];
  const verifier = randomBytes(32).toString("base64url");
  const app = { client_id: clientId, redirect_uri: "http://127.0.0.1/app" };
  const parameters = new URLSearchParams({
    ...app,
    response_type: "code",
    scope: "openid email profile",
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const { url } = await new ProviderBrowser().answer(`${authorization}?${parameters}`, { login });
  const code = new URL(url).searchParams.get("code") ?? "";
  const body = new URLSearchParams({
    ...app,
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
  });
  const answer = await (await fetch(token, { method: "POST", body })).json();
  return (answer as { id_token: string }).id_token;
}
