import { existsSync } from "node:fs";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { EMAIL, tidyEmail } from "#app/domain/email.ts";
import { checkDatabaseUrl } from "./database-url.server.ts";
import { faultsBetween } from "./env-faults.server.ts";
import {
  client,
  isLoopback,
  isOriginOrMissing,
  isProgramAddress,
  isWebAddress,
  leakCheckOf,
  listOf,
  type OAuthClient,
  originOf,
  urlOf,
} from "./env-values.server.ts";
import { withSecretFiles } from "./secret-files.server.ts";
import { parseStorageUrl, storageOf } from "./storage-url.server.ts";

/** The configuration from the environment; `.env.example` describes the variables. */
export type Config = {
  port: number;
  host: string;
  /** Origin only, without a trailing slash: "http://127.0.0.1:3000". */
  baseUrl: string;
  /** IP addresses and CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** Of the caches in front of the shop that keep pages of visitors (docs/decisions/0199). */
  cachePurgeUrls: string[];
  /** The origin of a CDN for public pictures and built files (docs/decisions/0200). Missing: they come from `baseUrl`. */
  filesUrl?: string;
  /** Missing: /metrics can be read only on this machine. */
  metricsToken?: string;
  /** Absolute path. */
  dataDir: string;
  /** Missing only until the embedded database has started. */
  databaseUrl?: string;
  /** Connection strings of the other databases that may have the same data: replicas, or a primary that was replaced. */
  databaseReplicaUrls: readonly string[];
  /** "file:///absolute/folder" or "s3://…". */
  storageUrl: string;
  /** "file:…" or "s3://…", as STORAGE_URL. Missing: no backups are made by themselves. */
  backupUrl?: string;
  /** Whether backups have the files of photos, or only their list. */
  backupPhotos: "files" | "list";
  /** Missing: mail is stored in the database. */
  smtpUrl?: string;
  /** Where the contact form sends. Missing: the contact form is closed. */
  supportEmail?: string;
  searchEngines: boolean;
  /** Missing: the legal pages show templates, and say so. */
  legalDir?: string;
  /** Missing: uses the currency rates in the source code. */
  ratesUrl?: string;
  /** Missing: text messages are stored in the database. */
  smsUrl?: string;
  /** The URL to which the first letters of the hash of a password are appended. Missing: no check. */
  leakCheckUrl?: string;
  /** A session ends after this many days, however often it is used. */
  sessionDays: number;
  /** Empty only until the stored secret is read from `dataDir`. */
  authSecret: string;
  /** The addresses to which a sign-in by a provider may lead back, besides those of the shop. */
  apiRedirects: string[];
  demoData: boolean;
  /** Whether visitors can buy and make offers. */
  offers: boolean;
  /** The lowest offer, in percent of the asking price. */
  offerPercent: number;
  production: boolean;
  /** Whether each request has a line in the log. */
  logRequests: boolean;
  /** Whether the database is the embedded one under `dataDir`. */
  embedded: boolean;
  providers: {
    google?: OAuthClient;
    facebook?: OAuthClient;
    apple?: OAuthClient;
    /** `issuer` is where `/.well-known/openid-configuration` is found; `name` is the label of the button. */
    oidc?: OAuthClient & { issuer: string; name: string };
  };
};

/** Each fault is one sentence for the operator. */
export class EnvError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.join("\n"));
    this.name = "EnvError";
    this.faults = faults;
  }
}

const text = z.string().optional();

/** The fault never contains the value, which may have a password. */
function address(schemes: string[], example: string) {
  return text.refine((value) => value === undefined || schemes.includes(urlOf(value)?.protocol ?? ""), {
    error: `must look like ${example}.`,
  });
}

/** A text that `check` accepts. What it throws has the fault as its message. */
function accepted(check: (value: string) => unknown) {
  return text.superRefine((value, context) => {
    try {
      if (value !== undefined) check(value);
    } catch (fault) {
      context.addIssue({ code: "custom", message: (fault as Error).message });
    }
  });
}

/** For a machine that stores its mail: this mail is read at /dev/mailbox. */
const MAILBOX_SUPPORT = "support@localhost";

const PORT_FAULT = "must be a whole number from 1 to 65535.";
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"];

const secret = text.refine((value) => value === undefined || value.length >= 32, {
  error: "must be at least 32 characters long.",
});

const schema = z.object({
  NODE_ENV: text,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_FAULT)
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65535, PORT_FAULT)
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, "must be a host name or an address, like 127.0.0.1 or 0.0.0.0.")
    .default("127.0.0.1"),
  BASE_URL: text.refine(isOriginOrMissing, "must look like https://shop.example, without a path."),
  FILES_URL: text.refine(isOriginOrMissing, "must look like https://files.example, without a path."),
  TRUSTED_PROXIES: text.refine(
    (value) => listOf(value).every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)),
    "must be addresses and CIDR ranges, separated by commas, like 127.0.0.1, 10.0.0.0/8.",
  ),
  CACHE_PURGE_URLS: text.refine(
    (value) => listOf(value).every(isWebAddress),
    "must be addresses, separated by commas, like http://10.0.0.21:6081/, https://user:password@purge.example/.",
  ),
  // A header carries it.
  METRICS_TOKEN: secret.refine((value) => value === undefined || /^[!-~]*$/.test(value), {
    error: "must be of ASCII characters without spaces, such as the output of: openssl rand -hex 32",
  }),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: accepted(checkDatabaseUrl),
  DATABASE_REPLICA_URLS: accepted((value) => {
    for (const url of listOf(value)) checkDatabaseUrl(url);
  }),
  STORAGE_URL: accepted(parseStorageUrl),
  BACKUP_URL: accepted(parseStorageUrl),
  BACKUP_PHOTOS: z.enum(["files", "list"], "must be files or list.").optional(),
  SMTP_URL: address(["smtp:", "smtps:"], "smtp://user:password@host:587 or smtps://…"),
  SUPPORT_EMAIL: text
    .transform((value) => value && tidyEmail(value))
    .refine((value) => !value || EMAIL.test(value), "must be an e-mail address, like support@shop.example."),
  RATES_URL: address(["https:", "http:"], "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"),
  SMS_URL: address(["https:", "http:"], "https://user:password@gateway.example/send"),
  PASSWORD_LEAK_CHECK: text.refine(
    (value) => value === undefined || leakCheckOf(value) !== null,
    "must be on, off or an address, like https://leaks.example/range/.",
  ),
  SESSION_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "must be a whole number of days from 1 to 999.")
    .transform(Number)
    .default(90),
  AUTH_SECRET: secret,
  API_REDIRECTS: text.refine(
    (value) => listOf(value).every(isProgramAddress),
    "must be addresses, separated by commas, like https://app.example/signed-in, com.example.app://signed-in.",
  ),
  LEGAL_DIR: text.refine(
    (value) => value === undefined || existsSync(value),
    "must be a folder that exists.",
  ),
  SEARCH_ENGINES: z.enum(["on", "off"], "must be on or off.").default("on"),
  DEMO_DATA: z.enum(["on", "off"], "must be on or off.").optional(),
  OFFERS: z.enum(["on", "off"], "must be on or off.").default("on"),
  OFFER_MIN_PERCENT: z
    .string()
    .regex(/^([1-9]\d?|100)$/, "must be a whole number from 1 to 100.")
    .transform(Number)
    .default(50),
  LOG_REQUESTS: z.enum(["on", "off"], "must be on or off.").default("off"),
  // log.server.ts reads it from the environment, because it is loaded first.
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}.`).optional(),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  APPLE_CLIENT_ID: text,
  APPLE_CLIENT_SECRET: text,
  OIDC_ISSUER: address(["https:", "http:"], "https://accounts.example"),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_NAME: text,
});

/**
 * The configuration from variables, of which empty ones count as unset, and from the files that some name.
 * @throws EnvError with all faults
 */
export function parseEnv(source: Record<string, string | undefined>): Config {
  const secrets = withSecretFiles(source);
  const given = Object.fromEntries(Object.entries(secrets.given).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  const faults = Object.values(secrets.faults);
  faults.push(...(parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? []));
  // A secret that cannot be read is not missing too.
  faults.push(...faultsBetween({ ...secrets.faults, ...given }));
  if (!parsed.success || faults.length > 0) throw new EnvError(faults);
  const set = parsed.data;
  const dataDir = path.resolve(set.DATA_DIR);
  const embedded = set.DATABASE_URL === undefined;
  const storageUrl = storageOf(set.STORAGE_URL, dataDir);
  const baseUrl = set.BASE_URL ? new URL(set.BASE_URL).origin : originOf(set.HOST, set.PORT);
  const oidc = client(set.OIDC_CLIENT_ID, set.OIDC_CLIENT_SECRET);
  return {
    port: set.PORT,
    host: set.HOST,
    baseUrl,
    trustedProxies: listOf(set.TRUSTED_PROXIES),
    cachePurgeUrls: listOf(set.CACHE_PURGE_URLS),
    filesUrl: set.FILES_URL && new URL(set.FILES_URL).origin,
    metricsToken: set.METRICS_TOKEN,
    dataDir,
    databaseUrl: set.DATABASE_URL,
    databaseReplicaUrls: listOf(set.DATABASE_REPLICA_URLS),
    storageUrl,
    backupUrl: set.BACKUP_URL,
    backupPhotos: set.BACKUP_PHOTOS ?? (storageUrl.startsWith("file:") ? "files" : "list"),
    smtpUrl: set.SMTP_URL,
    supportEmail:
      set.SUPPORT_EMAIL ?? (hasMailbox({ smtpUrl: set.SMTP_URL, baseUrl }) ? MAILBOX_SUPPORT : undefined),
    searchEngines: set.SEARCH_ENGINES === "on",
    legalDir: set.LEGAL_DIR && path.resolve(set.LEGAL_DIR),
    ratesUrl: set.RATES_URL,
    smsUrl: set.SMS_URL,
    leakCheckUrl: leakCheckOf(set.PASSWORD_LEAK_CHECK) ?? undefined,
    sessionDays: set.SESSION_DAYS,
    authSecret: set.AUTH_SECRET ?? "",
    apiRedirects: listOf(set.API_REDIRECTS),
    demoData: set.DEMO_DATA
      ? set.DEMO_DATA === "on"
      : embedded && isOnThisMachine({ host: set.HOST, baseUrl }),
    offers: set.OFFERS === "on",
    offerPercent: set.OFFER_MIN_PERCENT,
    production: set.NODE_ENV === "production",
    logRequests: set.LOG_REQUESTS === "on",
    embedded,
    providers: {
      google: client(set.GOOGLE_CLIENT_ID, set.GOOGLE_CLIENT_SECRET),
      facebook: client(set.FACEBOOK_CLIENT_ID, set.FACEBOOK_CLIENT_SECRET),
      apple: client(set.APPLE_CLIENT_ID, set.APPLE_CLIENT_SECRET),
      oidc:
        oidc && set.OIDC_ISSUER
          ? { ...oidc, issuer: set.OIDC_ISSUER, name: set.OIDC_NAME ?? new URL(set.OIDC_ISSUER).host }
          : undefined,
    },
  };
}

let current: Config | undefined;

/** Sets the configuration that `env()` returns in every module. */
export function configure(config: Config): void {
  current = config;
}

/** The configuration. @throws when `configure()` has not run yet */
export function env(): Config {
  if (!current) throw new Error("configure() must run before env().");
  return current;
}

/** Whether the shop is only reachable from this machine. */
export function isOnThisMachine({ host, baseUrl }: Pick<Config, "host" | "baseUrl">): boolean {
  return isLoopback(host) && isLoopback(new URL(baseUrl).hostname);
}

/**
 * Whether `/dev/mailbox` shows sent mail: only when it is stored, and only on this machine (decision 0051). HOST does not
 * matter, because `isFromThisMachine` checks each request.
 */
export function hasMailbox({ smtpUrl, baseUrl }: Pick<Config, "smtpUrl" | "baseUrl">): boolean {
  return smtpUrl === undefined && isLoopback(new URL(baseUrl).hostname);
}
