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

/** A session ends when it was not used for this long, and SESSION_DAYS after it began. */
export const SESSION_SECONDS = 30 * DAY;
/** A session's end is moved on at most this often. */
export const SESSION_RENEWAL_SECONDS = DAY;
export const VERIFICATION_SECONDS = DAY;
const RESET_SECONDS = 3600;

/** The name of a cookie of Better Auth's; with its prefix a browser takes it over https alone. */
function cookieName(name: string): string {
  const ours = `second-serve.${name}`;
  return env().baseUrl.startsWith("https:") ? `__Secure-${ours}` : ours;
}

/** The cookie that holds a session. */
export function sessionCookieName(): string {
  return cookieName("session_token");
}

/** The cookie that marks a browser. */
export function deviceCookieName(): string {
  return cookieName("device");
}

/** The cookie of who signed in but for the second factor. */
export function challengeCookieName(): string {
  return cookieName("two_factor");
}

/** What Better Auth puts before the token of a link to a new password. */
const RESET = "reset-password:";

/**
 * `verifications.identifier` of a link to a new password. Better Auth also looks for what it is given as it is: the
 * prefix is another than `RESET`, or the hash could be used as a token.
 */
export function hashedResetToken(token: string): string {
  return `reset-password-hash:${createHash("sha256").update(token).digest("base64url")}`;
}

const TIMES = { createdAt: "created_at", updatedAt: "updated_at" } as const;

// Better Auth's tables under our names (db/migrations/0001_people.sql).
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
    // Whether it is fresh is ours to ask: `requireConfirmed`.
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
  // For the few addresses of Better Auth that are reachable (routes/accounts/auth-callback.route.tsx);
  // what actions call directly is counted by rate-limit.server.ts.
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
    // Where a social sign-in ends that nobody here began, or that has lost its thread.
    onAPIError: { errorURL: `${baseUrl}/auth` },
    logger: {
      level: "error",
      log: (level, message) =>
        currentRequest()?.away ?? logger[LOG_LEVELS[level]]({ part: "better-auth" }, message),
    },
    advanced: {
      cookiePrefix: "second-serve",
      useSecureCookies: baseUrl.startsWith("https:"),
      // The columns' default is uuidv7().
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
      // The command that asked sends the mail, in the language of its request.
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
      verification: { create: { before: async (kept) => withHashedCode(kept, authSecret) } },
    },
    plugins: [
      mailedCodes(authSecret),
      textedCodes(),
      genericOAuth({ config: issuers }),
      secondFactor(),
      replacedSession(),
      // Sees what the others made of a sign-in.
      devices(),
    ],
  });
}

/** The link went to the address and came back, so the address is its owner's; other links lose their use. */
async function passwordWasReset({ id: userId, emailVerified }: ResetUser): Promise<void> {
  await inTransaction(async (trx) => {
    await trx.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
    if (!emailVerified) await dropUnproven(trx, userId);
    await revokeOldAccess(trx, userId);
  });
}

// What was handed out under a password or an address that counts no longer: links to a new password, browsers that may
// leave the second factor out, and challenges for it, whose first step was taken with what was known before.
const OLD_WAYS = ["reset-password%", "trust-device-%", "2fa-%"];

/** Takes from who knew somebody's password or read their mail until now what they began with it, as sessions end. */
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

// Whoever made an account with an address that was not theirs may have tied a provider to it.
async function dropUnproven(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom("accounts")
    .where("user_id", "=", userId)
    .where("provider_id", "<>", "credential")
    .execute();
}

let made: Made<Auth> | undefined;

/** Better Auth over `db()`, made on first use since the environment is not known before `configure()`. */
export function auth(): Auth {
  const [database, config] = [db(), env()];
  if (made?.database !== database || made.config !== config) {
    made = { database, config, auth: build(database, config) };
  }
  return made.auth;
}

let madeWithIssuer: Made<Promise<Auth>> | undefined;

/**
 * `auth()` for who comes by way of a provider. The organisation's issuer has one of its own, since Better Auth asks it
 * before it does anything: while it is away, everybody else still comes in, and the next who wants it asks again.
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
  const made = build(database, config, [issuer]);
  const { socialProviders } = await made.$context;
  if (!socialProviders.some(({ id }) => id === issuer.providerId))
    throw new IssuerUnavailable("It stopped answering.");
  return made;
}

/**
 * Runs Better Auth calls inside a transaction of ours, so that what they write and what we write beside it
 * is kept or undone together.
 */
export async function withAuthIn<Result>(trx: Transaction<DB>, run: () => Promise<Result>): Promise<Result> {
  const { options } = await auth().$context;
  // The schema was checked when `auth()` was made; inside a transaction it cannot be.
  const database = { ...options.advanced?.database, validateSchema: false };
  const adapter = kyselyAdapter(trx, { type: "postgres" })({
    ...options,
    advanced: { ...options.advanced, database },
  });
  return withTransaction(trx, () => runWithTransaction(adapter, run));
}

/** A token to set a new password with, valid for an hour and once, or null when nobody has this address. */
export async function resetTokenFor(email: string): Promise<ResetToken | null> {
  const handed: ResetToken[] = [];
  await resetTokens.run(handed, () => auth().api.requestPasswordReset({ body: { email } }));
  return handed[0] ?? null;
}
