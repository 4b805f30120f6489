import { afterAll } from "vitest";
import { action } from "#app/features/accounts/auth.route.tsx";
import { loader as callback, action as callbackByForm } from "#app/features/accounts/auth-callback.route.tsx";
import { configure, env } from "#app/platform/env.server.ts";
import { type AtProvider, Elsewhere, type WayBack } from "./elsewhere.ts";
import { CLIENT, type Providers, startProviders } from "./providers.ts";
import { type Outcome, Visitor } from "./visitor.ts";

/** Google, Facebook, Apple and an organisation, set up, for the calling test file. After `testDatabase`. */
export async function testProviders(): Promise<Providers> {
  const providers = await startProviders();
  afterAll(() => providers.close());
  const oidc = {
    clientId: "our-id",
    clientSecret: "our-secret",
    issuer: providers.issuer,
    name: "Tennis Club",
  };
  configure({ ...env(), providers: { google: CLIENT, facebook: CLIENT, apple: CLIENT, oidc } });
  return providers;
}

/** Presses a provider's button at /auth. Answers where it leads. */
export async function leave(visitor: Visitor, provider: string, path = "/auth"): Promise<string> {
  const outcome = await visitor.submit(action, path, { intent: "social", provider });
  if (!outcome.location) throw new Error(JSON.stringify(outcome.data));
  return outcome.location;
}

/** Comes back from a provider, as a browser does. */
export async function comeBack(visitor: Visitor, { url, form }: WayBack): Promise<Outcome> {
  const params = { "*": new URL(url).pathname.replace("/api/auth/", "") };
  if (!form) return visitor.open(callback, url, params);
  // With another site's form goes no cookie of ours.
  const headers = { "x-client-ip": visitor.address };
  const sent = await visitor.run(
    callbackByForm,
    new Request(url, { method: "POST", body: form, headers }),
    params,
  );
  if (sent.headers.getSetCookie().length > 0)
    throw new Error("Something was done before our cookies were there.");
  return visitor.open(callback, sent.location ?? "", params);
}

/** The whole way by a provider's button, its form, and back. */
export async function goBy(
  provider: string,
  what: AtProvider,
  visitor = new Visitor(),
  path?: string,
): Promise<Outcome & { visitor: Visitor }> {
  const way = await new Elsewhere().answer(await leave(visitor, provider, path), what);
  return { ...(await comeBack(visitor, way)), visitor };
}
