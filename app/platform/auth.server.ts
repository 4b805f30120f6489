import { runWithTransaction } from "@better-auth/core/context";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { betterAuth } from "better-auth";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Kysely, Transaction } from "kysely";
import { PASSWORD_MAX, PASSWORD_MIN } from "#app/domain/text-rules.ts";
import { patchZodEmail } from "./auth-addresses.server.ts";
import { mailedCodes, textedCodes, withHashedCode } from "./auth-codes.server.ts";
import { authCookiePrefix, SESSION_RENEWAL_SECONDS, SESSION_SECONDS } from "./auth-cookies.server.ts";
import { devices } from "./auth-devices.server.ts";
import { replacedSession } from "./auth-replaced-session.server.ts";
import { captureResetToken, HASHED_RESETS, PASSWORD_RESET, type ResetToken } from "./auth-reset.server.ts";
import { secondFactor } from "./auth-second-factor.server.ts";
import { refuseSuspended } from "./auth-suspended.server.ts";
import { isHttps } from "./cookies.server.ts";
import { db, withTransaction } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { type Config, env } from "./env.server.ts";
import { logger } from "./log.server.ts";
import {
  discover,
  type Issuer,
  IssuerUnavailable,
  identityToStore,
  LINKING,
  organisation,
  type ProviderId,
  refuseForeignAddress,
  socialProviders,
  withoutTokens,
} from "./providers.server.ts";
import { currentRequest } from "./request-context.server.ts";

export const VERIFICATION_SECONDS = 86_400;

// Once for all instances, and for everything else that uses Zod's own pattern.
patchZodEmail();

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/** @param oidc the issuer of an organisation, for the instance that signs in by it */
function build(database: Kysely<DB>, { baseUrl, authSecret, providers }: Config, oidc?: Issuer) {
  return betterAuth({
    appName: "Second Serve",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret: authSecret,
    database: { db: database, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    // Where a social sign-in ends that began in another browser, or lost its state.
    onAPIError: { errorURL: `${baseUrl}/auth` },
    logger: {
      level: "error",
      log: (_, message) => {
        // An outage of the database is logged once, by error-answers.server.ts.
        if (!currentRequest()?.outage) logger.error({ part: "better-auth" }, message);
      },
    },
    advanced: {
      // Better Auth itself writes no prefix but "__Secure-", which "secure cookies" would add before ours.
      cookiePrefix: authCookiePrefix(),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps(), path: "/" },
      database: { generateId: false },
      // The host sets this header for each request (server/app.ts), so that no client can choose it.
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    // Only for the few endpoints that browsers reach directly (routes/accounts/auth-callback.route.tsx). For calls by
    // actions, see rate-limit.server.ts.
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "auth_rate_limits",
      fields: { lastRequest: "last_request" },
    },
    user: {
      modelName: "users",
      fields: { emailVerified: "email_verified", ...TIMES },
      deleteUser: { enabled: true },
      validateUserInfo: refuseForeignAddress,
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...TIMES,
      },
      expiresIn: SESSION_SECONDS,
      updateAge: SESSION_RENEWAL_SECONDS,
      // Off: `requireConfirmed` checks how long ago the user signed in or confirmed.
      freshAge: 0,
    },
    account: {
      modelName: "accounts",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...TIMES,
      },
      ...LINKING,
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", ...TIMES },
      storeIdentifier: { default: "plain", overrides: HASHED_RESETS },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      ...PASSWORD_RESET,
    },
    emailVerification: {
      // Sign-up sends its own mail once its transaction is committed (features/accounts/commands.server.ts).
      sendOnSignUp: false,
      autoSignInAfterVerification: true,
      expiresIn: VERIFICATION_SECONDS,
    },
    socialProviders: socialProviders(providers),
    databaseHooks: {
      account: {
        create: { before: identityToStore },
        update: { before: async (account) => withoutTokens(account) },
      },
      verification: { create: { before: async (row) => withHashedCode(row, authSecret) } },
      session: { create: { before: refuseSuspended } },
    },
    plugins: [
      mailedCodes(authSecret),
      textedCodes(),
      genericOAuth({ config: oidc ? [organisation(oidc)] : [] }),
      secondFactor(),
      // These two act on a session that begins, so they come after the plugin that takes it back until the second factor.
      replacedSession(),
      devices(),
    ],
  });
}

type Auth = ReturnType<typeof build>;

/** Keeps what `make` returns, until the database or the configuration is another. */
function keeper<Value>() {
  let kept: { database: Kysely<DB>; config: Config; value: Value } | undefined;
  return {
    get(make: (database: Kysely<DB>, config: Config) => Value): Value {
      const [database, config] = [db(), env()];
      if (kept?.database !== database || kept.config !== config)
        kept = { database, config, value: make(database, config) };
      return kept.value;
    },
    forget(value: Value): void {
      if (kept?.value === value) kept = undefined;
    },
  };
}

const shared = keeper<Auth>();
const withIssuer = keeper<Promise<Auth>>();

/** Better Auth with `db()`, created on first use, after `configure()`. */
export function auth(): Auth {
  return shared.get(build);
}

/**
 * `auth()` for a sign-in by a provider. An organisation's issuer has its own instance, which queries the issuer before
 * anything else: other users can sign in while it is unavailable, and the next call tries again.
 * @throws IssuerUnavailable
 */
export async function authFor(provider: ProviderId): Promise<Auth> {
  const { oidc } = env().providers;
  if (provider !== "oidc" || !oidc) return auth();
  const making = withIssuer.get((database, config) => buildWithIssuer(database, config, oidc));
  try {
    return await making;
  } catch (error) {
    withIssuer.forget(making);
    throw error;
  }
}

async function buildWithIssuer(database: Kysely<DB>, config: Config, oidc: Issuer): Promise<Auth> {
  await discover(oidc);
  const made = build(database, config, oidc);
  // Better Auth queries the issuer again. If that fails, it does not throw, but leaves the issuer out.
  const { socialProviders } = await made.$context;
  if (!socialProviders.some(({ id }) => id === "oidc")) throw new IssuerUnavailable("It stopped answering.");
  return made;
}

/**
 * Runs calls of Better Auth inside our transaction, so that both commit or roll back together: `runWithTransaction` is
 * for the queries of Better Auth, `withTransaction` for ours in its hooks.
 */
export async function withAuthIn<Result>(trx: Transaction<DB>, run: () => Promise<Result>): Promise<Result> {
  const { options } = await auth().$context;
  // The schema was checked by `auth()`, and cannot be checked inside a transaction.
  const database = { ...options.advanced?.database, validateSchema: false };
  const adapter = kyselyAdapter(trx, { type: "postgres" })({
    ...options,
    advanced: { ...options.advanced, database },
  });
  return withTransaction(trx, () => runWithTransaction(adapter, run));
}

/** A single-use token for a new password, valid for an hour; null when no account has this email address. */
export async function resetTokenFor(email: string): Promise<ResetToken | null> {
  return captureResetToken(() => auth().api.requestPasswordReset({ body: { email } }));
}
