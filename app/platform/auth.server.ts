import { AsyncLocalStorage } from "node:async_hooks";
import { runWithTransaction } from "@better-auth/core/context";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Kysely, Transaction } from "kysely";
import { cookieName } from "#app/domain/cookie-name.ts";
import { acceptEveryTopLevelDomain } from "./auth-addresses.server.ts";
import { mailedCodes, textedCodes, withHashedCode } from "./auth-codes.server.ts";
import { devices } from "./auth-devices.server.ts";
import { revokeOldAccess } from "./auth-old-access.server.ts";
import { replacedSession } from "./auth-replaced-session.server.ts";
import { secondFactor } from "./auth-second-factor.server.ts";
import { refuseSuspended } from "./auth-suspended.server.ts";
import { isHttps } from "./cookies.server.ts";
import { db, inTransaction, withTransaction } from "./db.server.ts";
import type { DB } from "./db-types.ts";
import { type Config, env } from "./env.server.ts";
import { logger } from "./log.server.ts";
import {
  discover,
  IssuerUnavailable,
  LINKING,
  organisation,
  type ProviderId,
  refuseForeignAddress,
  socialProviders,
  withoutTokens,
} from "./providers.server.ts";
import { currentRequest } from "./request-context.server.ts";
import { hashOf } from "./signature.server.ts";

const DAY = 86_400;

/** A session expires when it was unused for this long, or is older than SESSION_DAYS. */
export const SESSION_SECONDS = 30 * DAY;
/** The expiry of a session is extended at most this often. */
export const SESSION_RENEWAL_SECONDS = DAY;
export const VERIFICATION_SECONDS = DAY;
const RESET_SECONDS = 3600;

/** Better Auth writes this, and a dot, before the name of each of its cookies. */
const COOKIE_PREFIX = "second-serve";

/** The name, without the prefix of https, of the cookie with the session's signed token. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;

function authCookieName(name: string): string {
  return cookieName(`${COOKIE_PREFIX}.${name}`, isHttps());
}

/** The name of the cookie with the session's signed token. */
export function sessionCookieName(): string {
  return cookieName(SESSION_COOKIE, isHttps());
}

/** The name of the cookie that identifies a browser. */
export function deviceCookieName(): string {
  return authCookieName("device");
}

/** The name of the cookie between the password and the second factor. */
export function challengeCookieName(): string {
  return authCookieName("two_factor");
}

/** Better Auth puts this before the token of a password reset link. */
const RESET = "reset-password:";

/**
 * `verifications.identifier` of a password reset link. It must not begin with `RESET`: Better Auth also looks for
 * unhashed tokens, and would accept the hash as one.
 */
export function hashedResetToken(token: string): string {
  return `reset-password-hash:${hashOf(token)}`;
}

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

const TABLES = {
  user: {
    modelName: "users",
    fields: { emailVerified: "email_verified", ...TIMES },
    deleteUser: { enabled: true },
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
    // Off: `requireConfirmed` makes this check.
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
    storeIdentifier: {
      default: "plain",
      overrides: {
        [RESET]: { hash: async (identifier) => hashedResetToken(identifier.slice(RESET.length)) },
      },
    },
  },
  // Only for the few endpoints that browsers reach directly (routes/accounts/auth-callback.route.tsx). For calls by
  // actions, see rate-limit.server.ts.
  rateLimit: {
    enabled: true,
    storage: "database",
    modelName: "auth_rate_limits",
    fields: { lastRequest: "last_request" },
  },
} satisfies BetterAuthOptions;

const LOG_LEVELS = { debug: "debug", info: "info", success: "info", warn: "warn", error: "error" } as const;

type ResetToken = { userId: string; email: string; token: string };
const resetTokens = new AsyncLocalStorage<ResetToken[]>();

function build(
  database: Kysely<DB>,
  { baseUrl, authSecret, providers }: Config,
  issuers: GenericOAuthConfig<"oidc">[] = [],
) {
  acceptEveryTopLevelDomain();
  return betterAuth({
    ...TABLES,
    user: { ...TABLES.user, validateUserInfo: refuseForeignAddress },
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
      log: (level, message) =>
        currentRequest()?.outage ?? logger[LOG_LEVELS[level]]({ part: "better-auth" }, message),
    },
    advanced: {
      // Better Auth itself writes no prefix but "__Secure-", which "secure cookies" would add before ours.
      cookiePrefix: cookieName(COOKIE_PREFIX, baseUrl.startsWith("https:")),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith("https:"), path: "/" },
      database: { generateId: false },
      ipAddress: { ipAddressHeaders: ["x-client-ip"] },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // The caller of `resetTokenFor` sends the mail, because it knows the user's language.
      sendResetPassword: async ({ user, token }) => {
        resetTokens.getStore()?.push({ userId: user.id, email: user.email, token });
      },
      onPasswordReset: async ({ user }) => passwordWasReset(user),
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
        create: { before: async (account) => withoutTokens(account) },
        update: { before: async (account) => withoutTokens(account) },
      },
      verification: { create: { before: async (row) => withHashedCode(row, authSecret) } },
      session: { create: { before: refuseSuspended } },
    },
    plugins: [
      mailedCodes(authSecret),
      textedCodes(),
      genericOAuth({ config: issuers }),
      secondFactor(),
      replacedSession(),
      // Must be the last plugin.
      devices(),
    ],
  });
}

/** Marks the email address as verified, because its user got the mailed link, and revokes older links. */
async function passwordWasReset({ id: userId, emailVerified }: ResetUser): Promise<void> {
  await inTransaction(async (trx) => {
    await trx.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
    if (!emailVerified) await dropUnproven(trx, userId);
    await revokeOldAccess(trx, userId);
  });
}

type Auth = ReturnType<typeof build>;
type Made<Thing> = { database: Kysely<DB>; config: Config; auth: Thing };

type ResetUser = { id: string; emailVerified: boolean };

// Unlinks all providers: a stranger may have signed up with this email address before and linked a provider.
async function dropUnproven(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom("accounts")
    .where("user_id", "=", userId)
    .where("provider_id", "<>", "credential")
    .execute();
}

let instance: Made<Auth> | undefined;

/** Better Auth with `db()`, created on first use, after `configure()`. */
export function auth(): Auth {
  const [database, config] = [db(), env()];
  if (instance?.database !== database || instance.config !== config) {
    instance = { database, config, auth: build(database, config) };
  }
  return instance.auth;
}

let madeWithIssuer: Made<Promise<Auth>> | undefined;

/**
 * `auth()` for a sign-in by a provider. An organisation's issuer has its own instance, which queries the issuer before
 * anything else: other users can sign in while it is unavailable, and the next call tries again.
 * @throws IssuerUnavailable
 */
export async function authFor(provider: ProviderId): Promise<Auth> {
  const [database, config] = [db(), env()];
  const { oidc } = config.providers;
  if (provider !== "oidc" || !oidc) return auth();
  if (madeWithIssuer?.database !== database || madeWithIssuer.config !== config) {
    const making = { database, config, auth: withIssuer(database, config, organisation(oidc)) };
    madeWithIssuer = making;
    making.auth.catch(() => {
      if (madeWithIssuer === making) madeWithIssuer = undefined;
    });
  }
  return madeWithIssuer.auth;
}

async function withIssuer(
  database: Kysely<DB>,
  config: Config,
  issuer: GenericOAuthConfig<"oidc">,
): Promise<Auth> {
  if (config.providers.oidc) await discover(config.providers.oidc);
  const probe = build(database, config, [issuer]);
  const { socialProviders } = await probe.$context;
  if (!socialProviders.some(({ id }) => id === issuer.providerId))
    throw new IssuerUnavailable("It stopped answering.");
  return probe;
}

/** Runs calls of Better Auth inside our transaction, so that both commit or roll back together. */
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
  const tokens: ResetToken[] = [];
  await resetTokens.run(tokens, () => auth().api.requestPasswordReset({ body: { email } }));
  return tokens[0] ?? null;
}
