import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { asUnavailable } from "./database-unavailable.server.ts";
import { pool, type Queries } from "./db.server.ts";
import { Refused } from "./refused.server.ts";

const MINUTE = 60;
const HOUR = 3600;

/**
 * How often an action is allowed: `points` per `seconds` for one key. The key is the user for actions that need an
 * account. Otherwise it is the visitor's IP address (`clientAddress`) or the account that is tried.
 */
const RULES = {
  // Only failures count against sign-in: a success is refunded (`refundUse`).
  sign_in_client: { points: 10, seconds: MINUTE },
  sign_in_account: { points: 10, seconds: 15 * MINUTE },
  sign_up_client: { points: 30, seconds: HOUR },
  sign_up_address: { points: 5, seconds: HOUR },
  verify_client: { points: 60, seconds: HOUR },
  resend_client: { points: 20, seconds: HOUR },
  resend_account: { points: 5, seconds: HOUR },
  reset_client: { points: 20, seconds: HOUR },
  reset_address: { points: 5, seconds: HOUR },
  new_password_client: { points: 30, seconds: HOUR },
  // Confirming one's identity again, by password or by code.
  confirm_account: { points: 10, seconds: 15 * MINUTE },
  confirm_mail: { points: 5, seconds: HOUR },
  // One-time codes: requesting one, by mail or by text message, and entering one.
  code_client: { points: 20, seconds: HOUR },
  code_to: { points: 5, seconds: HOUR },
  code_try_client: { points: 20, seconds: 10 * MINUTE },
  code_try_to: { points: 10, seconds: 15 * MINUTE },
  phone_write: { points: 10, seconds: HOUR },
  second_factor_client: { points: 20, seconds: 10 * MINUTE },
  // An authenticator's code works only once in the time that it is valid.
  second_factor_code: { points: 1, seconds: 90 },
  second_factor_write: { points: 20, seconds: HOUR },
  social_client: { points: 30, seconds: 10 * MINUTE },
  id_token_client: { points: 30, seconds: 10 * MINUTE },
  // An ID token opens only one session: it stays valid for an hour after its sign-in.
  id_token: { points: 1, seconds: 24 * HOUR },
  upload: { points: 120, seconds: HOUR },
  listing_write: { points: 60, seconds: HOUR },
  // An upload can contain a whole stock.
  stock_upload: { points: 30, seconds: HOUR },
  // An edit of a price or a quantity in the seller's stock table, or a bulk change.
  stock_write: { points: 1_200, seconds: HOUR },
  // A download reads a whole stock.
  stock_download: { points: 60, seconds: HOUR },
  // A download reads all sales of a seller.
  sales_download: { points: 60, seconds: HOUR },
  staff_download: { points: 60, seconds: HOUR },
  message: { points: 60, seconds: MINUTE },
  // A new conversation sends the seller a mail from a stranger.
  new_room: { points: 40, seconds: HOUR },
  // Marking a listing as reserved or sold, and each step of a deal.
  deal: { points: 200, seconds: HOUR },
  // Making an offer, and each answer to one.
  offer: { points: 120, seconds: HOUR },
  block: { points: 60, seconds: HOUR },
  favorite: { points: 120, seconds: MINUTE },
  cart: { points: 120, seconds: MINUTE },
  // Signed-out visitors are counted by IP address, which all members of a club may share.
  cart_client: { points: 300, seconds: MINUTE },
  notice_choices: { points: 200, seconds: HOUR },
  notice_mark: { points: 120, seconds: MINUTE },
  saved_search: { points: 60, seconds: MINUTE },
  preferences: { points: 60, seconds: HOUR },
  terms: { points: 30, seconds: HOUR },
  review_write: { points: 60, seconds: HOUR },
  // A report sends its reporter a receipt by mail. A signed-out reporter can type any email address.
  report: { points: 20, seconds: HOUR },
  report_client: { points: 10, seconds: HOUR },
  report_to: { points: 5, seconds: HOUR },
  // Claiming, releasing and deciding cases and appeals.
  moderate: { points: 600, seconds: HOUR },
  // Counted per decision, because the person concerned can appeal by a link, without signing in.
  appeal: { points: 10, seconds: HOUR },
  staff_write: { points: 60, seconds: HOUR },
  profile_write: { points: 30, seconds: HOUR },
  contact_client: { points: 10, seconds: HOUR },
  contact_account: { points: 5, seconds: HOUR },
  // A data export reads all data of a user.
  download: { points: 5, seconds: HOUR },
  delete_account: { points: 10, seconds: HOUR },
  username_change: { points: 5, seconds: 24 * HOUR },
  email_change: { points: 5, seconds: HOUR },
  email_change_link: { points: 20, seconds: HOUR },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof RULES;

let instance: { pool: unknown; limiters: Map<LimitName, RateLimiterPostgres> } | undefined;

function optionsOf(name: LimitName) {
  const { points, seconds } = RULES[name];
  return { tableName: "rate_limits", tableCreated: true, keyPrefix: name, points, duration: seconds };
}

/** Counts are stored in PostgreSQL, so that all servers share them and a restart loses none. */
function limiterOf(name: LimitName): RateLimiterPostgres {
  const storeClient = pool();
  if (instance?.pool !== storeClient) instance = { pool: storeClient, limiters: new Map() };
  const known = instance.limiters.get(name);
  if (known) return known;
  const limiter = new RateLimiterPostgres({ ...optionsOf(name), storeClient, storeType: "pool" });
  instance.limiters.set(name, limiter);
  return limiter;
}

// Keys contain IP addresses, email addresses and names, which a counter need not store. They may have any length.
function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Counts one use of `name` by `key`. Returns the seconds to wait when the limit is exceeded, else null.
 * @throws the database's errors: when a use cannot be counted, it is not allowed.
 */
export function secondsToWait(name: LimitName, key: string): Promise<number | null> {
  return consume(limiterOf(name), key);
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | null> {
  try {
    await limiter.consume(hashed(key));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw asUnavailable(refusal);
  }
}

/**
 * Counts one use of `name` by `key`. Commands call it first, so that each caller is limited (docs/laws.md, law 6).
 * @throws Refused "too_often" when the limit is exceeded
 */
export async function limit(name: LimitName, key: string): Promise<void> {
  refuseAfter(await secondsToWait(name, key));
}

function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Refused("too_often", { seconds });
}

/**
 * `limit` inside a transaction, on its connection. A transaction that waited for a second connection could deadlock
 * with others that wait for its locks. A rollback also undoes the count.
 */
export async function limitInTransaction(trx: Queries, name: LimitName, key: string): Promise<void> {
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      trx.executeQuery(CompiledQuery.raw(text, values)),
  };
  const limiter = new RateLimiterPostgres({ ...optionsOf(name), storeClient, storeType: "client" });
  refuseAfter(await consume(limiter, key));
}

/**
 * How often one visitor may look something up. The counts are kept in this server's memory: storing them would cost
 * more than the look-ups, and losing them at a restart does no harm.
 */
const LOOK_UPS = {
  search_client: { points: 120, seconds: MINUTE },
  // A page of a category, or the next cards of its list. Nobody opens five a second for a minute.
  browse_client: { points: 300, seconds: MINUTE },
  suggestions_client: { points: 600, seconds: MINUTE },
  models_client: { points: 600, seconds: MINUTE },
  prices_client: { points: 120, seconds: MINUTE },
  // A browser reports every few seconds that its user is typing. Further reports are not passed on.
  typing: { points: 60, seconds: MINUTE },
  username_look_up: { points: 120, seconds: MINUTE },
  // A share picture that must be drawn. A service that previews shared links may request many.
  drawing_client: { points: 120, seconds: MINUTE },
  // Each part of the sitemap reads some thousand listings.
  sitemap_client: { points: 120, seconds: MINUTE },
} as const satisfies Record<string, { points: number; seconds: number }>;

type LookUp = keyof typeof LOOK_UPS;

const lookUps = new Map<LookUp, RateLimiterMemory>();

/**
 * Runs without the context of a request. The library starts a timer for each key, which would keep the context, and with
 * it the whole page, for a minute.
 */
const withoutRequest = AsyncLocalStorage.snapshot();

/** Counts one look-up by `key`. Returns the seconds to wait when the limit is exceeded, else null. */
export async function secondsToWaitInMemory(name: LookUp, key: string): Promise<number | null> {
  const { points, seconds } = LOOK_UPS[name];
  const limiter = lookUps.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  lookUps.set(name, limiter);
  try {
    await withoutRequest(() => limiter.consume(key));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/**
 * Counts one look-up by `key`.
 * @throws Refused, as `limit` does
 */
export async function limitInMemory(name: LookUp, key: string): Promise<void> {
  refuseAfter(await secondsToWaitInMemory(name, key));
}

/** Refunds one use, when it turned out to be no misuse. */
export async function refundUse(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).reward(hashed(key));
}

/** Resets the count of `name` for `key`. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).delete(hashed(key));
}

/**
 * The visitor's IP address, for counting: from the host's header `x-client-ip` (the host removes one that came from
 * outside). One household has a whole /64 of IPv6, so that counts as one visitor.
 */
export function clientAddress(request: Request): string {
  const address = request.headers.get("x-client-ip")?.trim().toLowerCase() ?? "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped?.[1]) return mapped[1];
  return address.includes(":") ? networkOf(address) : address || "unknown";
}

function networkOf(address: string): string {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail === undefined ? [] : tail.split(":").filter(Boolean);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
