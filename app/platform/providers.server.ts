import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterAuthOptions } from "better-auth";
import { getOAuthState } from "better-auth/api";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import type { Config } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** Whoever else can say who somebody is; `oidc` is the organisation's issuer (A2.51, A7.12, A7.17). */
export type ProviderId = keyof Config["providers"];

/** What a provider says of somebody, before anything is done with it. */
export interface ProviderProfile {
  readonly provider: ProviderId;
  readonly email: string | null;
  /** Whether the provider has seen for itself that the address is theirs. */
  readonly verified: boolean;
  /** Where they were going when they left, as a whole address; null for an ID token, which brings nobody along. */
  readonly next: string | null;
  /** Who is signed in and adds a way to sign in; null for who wants to sign in. */
  readonly linking: string | null;
}

/** What is made of an arrival: the address to believe in, if any, and whether who adds a way to sign in may. */
export interface SignInDecision {
  readonly email: string | null;
  readonly mayLink: boolean;
}

type Reception = (arrival: ProviderProfile) => Promise<SignInDecision>;

const receptions = new AsyncLocalStorage<Reception>();

/** Runs what takes a provider's answer; `reception` decides on what it says. Without one nobody comes in. */
export function withSignInDecision<Result>(
  reception: Reception,
  run: () => Promise<Result>,
): Promise<Result> {
  return receptions.run(reception, run);
}

const LONGEST_NAME = 200;

/** A name as a provider gives it, on one line: it is anybody's text. */
function tidyName(name: unknown): string {
  return typeof name === "string"
    ? name
        .replace(/\p{C}+/gu, " ")
        .trim()
        .slice(0, LONGEST_NAME)
    : "";
}

async function received(provider: ProviderId, said: { email?: unknown; name?: unknown; verified: boolean }) {
  const state = await getOAuthState();
  const linking = state?.link?.userId ?? null;
  const next = state?.callbackURL ?? null;
  const email = typeof said.email === "string" ? said.email : null;
  const arrival = { provider, email, verified: said.verified, next, linking };
  const welcome = await receptions.getStore()?.(arrival);
  return {
    name: tidyName(said.name),
    // Pages show no pictures of other sites.
    image: undefined,
    email: welcome?.email ?? null,
    // Better Auth adds only what is verified. To who adds it here it is the account at the provider that counts, and its
    // address is not looked at.
    emailVerified: linking === null ? said.verified : (welcome?.mayLink ?? false),
  };
}

/** Apple writes it as text. */
const isTrue = (claim: unknown) => claim === true || claim === "true";

// A session is only for who has shown that the address is theirs: at the provider, or by our own link.
const CAREFUL = { requireEmailVerification: true } as const;

/** A provider's client ids: the website's, and behind it those of apps whose ID tokens count too. */
function clientOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const ids = clientId.split(",").map((id) => id.trim());
  return { clientId: ids, clientSecret };
}

/** Better Auth's own providers, with our credentials. Those that are not set up are missing. */
export function socialProviders({ google, facebook, apple }: Config["providers"]) {
  return {
    google: google && {
      ...clientOf(google),
      ...CAREFUL,
      mapProfileToUser: (profile) =>
        received("google", { ...profile, verified: isTrue(profile.email_verified) }),
    },
    facebook: facebook && {
      ...clientOf(facebook),
      ...CAREFUL,
      // Facebook does not say whether it has seen that an address is somebody's.
      mapProfileToUser: (profile) => received("facebook", { ...profile, verified: false }),
    },
    apple: apple && {
      ...clientOf(apple),
      ...CAREFUL,
      audience: clientOf(apple).clientId,
      mapProfileToUser: (profile) =>
        received("apple", { ...profile, verified: isTrue(profile.email_verified) }),
    },
  } satisfies BetterAuthOptions["socialProviders"];
}

/** How ways to sign in come together in one person. */
export const LINKING = {
  accountLinking: { enabled: true, allowDifferentEmails: true },
  // Nothing is ever asked of a provider again, so nothing that would let somebody ask is kept.
  updateAccountOnSignIn: false,
} satisfies BetterAuthOptions["account"];

/** Takes a provider's tokens out of what is stored of an account there. */
export function withoutTokens<Account extends object>(account: Account) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...account, ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } };
}

/**
 * An issuer vouches for its own people, and could call any address theirs: it opens an account that it did not make
 * only once its owner has added it.
 */
export async function refuseForeignAddress({
  source,
}: {
  source: { action: string; oauth?: { providerId: string } };
}) {
  if (source.action !== "link-account" || source.oauth?.providerId !== "oidc") return;
  if ((await getOAuthState())?.link === undefined) return { error: "account_not_linked" };
}

type Issuer = NonNullable<Config["providers"]["oidc"]>;

function discoveryOf({ issuer }: Issuer): string {
  return `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
}

/** The organisation's issuer, as Better Auth's plugin wants it. */
export function organisation(oidc: Issuer): GenericOAuthConfig<"oidc"> {
  return {
    providerId: "oidc",
    name: oidc.name,
    discoveryUrl: discoveryOf(oidc),
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    scopes: ["openid", "email", "profile"],
    requireIdTokenVerification: true,
    ...CAREFUL,
    mapProfileToUser: (profile) => received("oidc", { ...profile, verified: isTrue(profile.email_verified) }),
  };
}

const discoverySchema = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const TIMEOUT_MS = 5000;

/** The organisation's issuer does not answer, or not as one. */
export class IssuerUnavailable extends Error {}

/** Where forms may lead besides here, since a browser follows the redirect that answers one (form-action). */
const SITES = {
  google: ["https://accounts.google.com"],
  facebook: ["https://www.facebook.com", "https://m.facebook.com"],
  apple: ["https://appleid.apple.com"],
} as const;

let discovered: { issuer: string; site: string } | undefined;

/**
 * Asks the issuer what it is, so that nothing else has to wait for one that is away.
 * @throws IssuerUnavailable
 */
export async function discover(oidc: Issuer): Promise<void> {
  try {
    const response = await fetch(discoveryOf(oidc), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    const { issuer, authorization_endpoint: site } = discoverySchema.parse(await response.json());
    if (issuer.replace(/\/+$/, "") !== oidc.issuer.replace(/\/+$/, ""))
      throw new Error(`it calls itself ${issuer}`);
    discovered = { issuer: oidc.issuer, site: new URL(site).origin };
  } catch (cause) {
    throw new IssuerUnavailable(`OIDC_ISSUER ${oidc.issuer} does not answer as one: ${String(cause)}`, {
      cause,
    });
  }
}

/** Asks the issuer once, without waiting, so that the first page knows already where its forms may lead. */
export function prefetchIssuer({ oidc }: Config["providers"]): void {
  if (oidc)
    discover(oidc).catch((error: unknown) =>
      logger.warn({ err: error }, "the organisation's issuer is away"),
    );
}

/** For the content security policy's form-action. */
export function providerSites({ google, facebook, apple, oidc }: Config["providers"]): string[] {
  return [
    ...(google ? SITES.google : []),
    ...(facebook ? SITES.facebook : []),
    ...(apple ? SITES.apple : []),
    ...(oidc
      ? new Set([new URL(oidc.issuer).origin, discovered?.issuer === oidc.issuer ? discovered.site : ""])
      : []),
  ].filter(Boolean);
}
