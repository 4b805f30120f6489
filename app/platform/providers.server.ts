import { AsyncLocalStorage } from "node:async_hooks";
import type { BetterAuthOptions } from "better-auth";
import { getOAuthState } from "better-auth/api";
import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import { z } from "zod";
import type { Config } from "./env.server.ts";
import { logger } from "./log.server.ts";

/** `oidc` is the organisation's issuer. */
export type ProviderId = keyof Config["providers"];

export interface ProviderProfile {
  readonly provider: ProviderId;
  readonly email: string | null;
  readonly verified: boolean;
  /** The full URL of the page to open afterwards; null for a sign-in by an ID token. */
  readonly next: string | null;
  /** The signed-in user who adds an identity; null at a sign-in. */
  readonly linking: string | null;
}

/** `email` is the email address to trust, if any; `mayLink` says whether the identity may be added to the account. */
export interface SignInDecision {
  readonly email: string | null;
  readonly mayLink: boolean;
}

type Reception = (arrival: ProviderProfile) => Promise<SignInDecision>;

/** An account at a provider, as a row of `accounts` names it. */
export interface NewIdentity {
  readonly provider_id: string;
  readonly account_id: string;
}

/** Whether the caller takes a new identity, which is then not stored. */
type Take = (identity: NewIdentity) => boolean;

const receptions = new AsyncLocalStorage<{ decide: Reception; take: Take }>();

/**
 * Runs the code that handles the answer of a provider, in which `decide` decides on the profile. Elsewhere, all sign-ins
 * by providers are refused.
 */
export function withSignInDecision<Result>(
  decide: Reception,
  run: () => Promise<Result>,
  take: Take = () => false,
): Promise<Result> {
  return receptions.run({ decide, take }, run);
}

const LONGEST_NAME = 200;

/** The name on one line, because providers allow any text. */
function tidyName(name: unknown): string {
  return typeof name === "string"
    ? name
        .replace(/\p{C}+/gu, " ")
        .trim()
        .slice(0, LONGEST_NAME)
    : "";
}

async function received(
  provider: ProviderId,
  profile: { email?: unknown; name?: unknown; verified: boolean },
) {
  const state = await getOAuthState();
  const linking = state?.link?.userId ?? null;
  const next = state?.callbackURL ?? null;
  const email = typeof profile.email === "string" ? profile.email : null;
  const arrival = { provider, email, verified: profile.verified, next, linking };
  const decision = await receptions.getStore()?.decide(arrival);
  return {
    name: tidyName(profile.name),
    image: undefined,
    email: decision?.email ?? null,
    // Better Auth links only verified email addresses. When a signed-in user adds an identity, its email address does
    // not matter.
    emailVerified: linking === null ? profile.verified : (decision?.mayLink ?? false),
  };
}

/** Apple sends booleans as text. */
const isTrue = (claim: unknown) => claim === true || claim === "true";

// Only an email address that the provider or our own mail has verified starts a session.
const CAREFUL = { requireEmailVerification: true } as const;

/** The first client id is that of the website; ID tokens of the others, which are apps, are accepted too. */
function clientOf({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const ids = clientId.split(",").map((id) => id.trim());
  return { clientId: ids, clientSecret };
}

/** The providers of Better Auth for which the configuration has credentials. */
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
      // Facebook does not say whether it verified the email address.
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

export const LINKING = {
  accountLinking: { enabled: true, allowDifferentEmails: true },
  // Tokens are not stored, because we never call a provider again.
  updateAccountOnSignIn: false,
} satisfies BetterAuthOptions["account"];

/** What `account.create.before` answers: the row without tokens; false when it is not to be stored. */
export async function identityToStore<Account extends { providerId: string; accountId: string }>(
  account: Account,
) {
  const { providerId: provider_id, accountId: account_id } = account;
  return receptions.getStore()?.take({ provider_id, account_id }) ? false : withoutTokens(account);
}

/** Removes the tokens of a provider from an account that will be stored. */
export function withoutTokens<Account extends object>(account: Account) {
  const none = { accessToken: null, refreshToken: null, idToken: null };
  return { data: { ...account, ...none, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } };
}

/**
 * An issuer could claim any email address. So it can sign in to an account that began in another way only after the
 * owner has linked it.
 */
export async function refuseForeignAddress({
  source,
}: {
  source: { action: string; oauth?: { providerId: string } };
}) {
  if (source.action !== "link-account" || source.oauth?.providerId !== "oidc") return;
  if ((await getOAuthState())?.link === undefined) return { error: "account_not_linked" };
}

export type Issuer = NonNullable<Config["providers"]["oidc"]>;

function discoveryOf({ issuer }: Issuer): string {
  return `${issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`;
}

/** The issuer as a provider of Better Auth. */
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

/** The organisation's issuer does not respond, or its response is invalid. */
export class IssuerUnavailable extends Error {}

/** Browsers apply form-action also to redirects of a form. */
const SITES = {
  google: ["https://accounts.google.com"],
  facebook: ["https://www.facebook.com", "https://m.facebook.com"],
  apple: ["https://appleid.apple.com"],
} as const;

let discovered: { issuer: string; site: string } | undefined;

/** Fetches and checks the configuration of the issuer. @throws IssuerUnavailable */
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

/**
 * Fetches the configuration of the issuer in the background, so that the first page already allows its site in
 * form-action.
 */
export function prefetchIssuer({ oidc }: Config["providers"]): void {
  if (oidc)
    discover(oidc).catch((error: unknown) =>
      logger.warn({ err: error }, "the organisation's issuer is unavailable"),
    );
}

/** The origins of all providers, for form-action in the content security policy. */
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
