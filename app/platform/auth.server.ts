import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { runWithTransaction } from "@better-auth/core/context";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { type GenericOAuthConfig, genericOAuth } from "better-auth/plugins/generic-oauth";
import type { Kysely, Transaction } from "kysely";
import { mailedCodes, textedCodes, withHashedCode } from "./auth-codes.server.ts";
import { devices } from "./auth-devices.server.ts";
import { replacedSession } from "./auth-replaced-session.server.ts";
import { secondFactor } from "./auth-second-factor.server.ts";
import { refuseSuspended } from "./auth-suspended.server.ts";
import { db, inTransaction, type Queries, withTransaction } from "./db.server.ts";
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

const DAY = 86_400;

/** A session expires when it was unused for this long, and SESSION_DAYS after it began. */
export const SESSION_SECONDS = 30 * DAY;
/** A session's expiry is extended at most this often. */
export const SESSION_RENEWAL_SECONDS = DAY;
export const VERIFICATION_SECONDS = DAY;
const RESET_SECONDS = 3600;

/** The name of a Better Auth cookie. With its prefix, a browser accepts it over https only. */
function cookieName(name: string): string {
  const ours = `second-serve.${name}`;
  return env().baseUrl.startsWith("https:") ? `__Secure-${ours}` : ours;
}

/** The name of the session cookie. */
export function sessionCookieName(): string {
  return cookieName("session_token");
}

/** The name of the cookie that identifies a browser. */
export function deviceCookieName(): string {
  return cookieName("device");
}

/** The name of the cookie of a user who still has to pass the second factor. */
export function challengeCookieName(): string {
  return cookieName("two_factor");
}

/** Better Auth puts this before the token of a password reset link. */
const RESET = "reset-password:";

/**
 * `verifications.identifier` of a password reset link. Better Auth also looks for the plain token it is given. So the
 * prefix differs from `RESET`: otherwise the hash could be used as a token.
 */
export function hashedResetToken(token: string): string {
  return `reset-password-hash:${createHash("sha256").update(token).digest("base64url")}`;
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
    // Off, because `requireConfirmed` checks whether the session is fresh.
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
  // Limits the few endpoints of Better Auth that browsers can reach (routes/accounts/auth-callback.route.tsx).
  // rate-limit.server.ts limits what actions call directly.
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
  return betterAuth({
    ...TABLES,
    user: { ...TABLES.user, validateUserInfo: refuseForeignAddress },
    appName: "Second Serve",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret: authSecret,
    database: { db: database, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    // The page for a social sign-in that began in another browser, or whose state was lost.
    onAPIError: { errorURL: `${baseUrl}/auth` },
    logger: {
      level: "error",
      log: (level, message) =>
        currentRequest()?.outage ?? logger[LOG_LEVELS[level]]({ part: "better-auth" }, message),
    },
    advanced: {
      cookiePrefix: "second-serve",
      useSecureCookies: baseUrl.startsWith("https:"),
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
      // The calling command sends the mail, in the language of its request.
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
      // Must come last, to see what the other plugins did with a sign-in.
      devices(),
    ],
  });
}

/** Marks the email address as verified: its user got the mailed link. Older links become invalid. */
async function passwordWasReset({ id: userId, emailVerified }: ResetUser): Promise<void> {
  await inTransaction(async (trx) => {
    await trx.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
    if (!emailVerified) await dropUnproven(trx, userId);
    await revokeOldAccess(trx, userId);
  });
}

// What was issued under an old password or email address: password reset links, trusted browsers that skip the second
// factor, and sign-ins that still wait for the second factor.
const OLD_WAYS = ["reset-password%", "trust-device-%", "2fa-%"];

/** Revokes what was issued under the user's old password or email address, except sessions, which end separately. */
export async function revokeOldAccess(queries: Queries, userId: string): Promise<void> {
  await queries
    .deleteFrom("verifications")
    .where("value", "=", userId)
    .where((where) => where.or(OLD_WAYS.map((begin) => where("identifier", "like", begin))))
    .execute();
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

/** Better Auth over `db()`. It is created on first use, because the environment is unknown before `configure()`. */
export function auth(): Auth {
  const [database, config] = [db(), env()];
  if (instance?.database !== database || instance.config !== config) {
    instance = { database, config, auth: build(database, config) };
  }
  return instance.auth;
}

let madeWithIssuer: Made<Promise<Auth>> | undefined;

/**
 * `auth()` for a sign-in by a provider. The organisation's issuer has a Better Auth instance of its own, because an
 * instance queries its issuers before anything else. While the issuer is unavailable, other users still sign in, and
 * the next caller tries again.
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

/** Runs Better Auth calls inside our transaction, so that its writes and ours are committed or rolled back together. */
export async function withAuthIn<Result>(trx: Transaction<DB>, run: () => Promise<Result>): Promise<Result> {
  const { options } = await auth().$context;
  // The schema was checked when `auth()` was created. It cannot be checked inside a transaction.
  const database = { ...options.advanced?.database, validateSchema: false };
  const adapter = kyselyAdapter(trx, { type: "postgres" })({
    ...options,
    advanced: { ...options.advanced, database },
  });
  return withTransaction(trx, () => runWithTransaction(adapter, run));
}

/** Returns a single-use token for a new password, valid for an hour; null when no account has this email address. */
export async function resetTokenFor(email: string): Promise<ResetToken | null> {
  const tokens: ResetToken[] = [];
  await resetTokens.run(tokens, () => auth().api.requestPasswordReset({ body: { email } }));
  return tokens[0] ?? null;
}
