import { createHash } from "node:crypto";
import { sql } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { m } from "#app/paraglide/messages.js";
import { asUnavailable } from "./database-unavailable.server.ts";
import { pool, type Queries } from "./db.server.ts";

const MINUTE = 60;
const HOUR = 3600;

/**
 * How often something may be done: `points` per `seconds` for one key. The key is a person for what needs an
 * account, and for the rest the visitor's address (`clientAddress`) or the account that is tried.
 */
const RULES = {
  // Only failures count against sign-in: what succeeds is given back (`refundUse`).
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
  // Showing again who one is, by password or by code.
  confirm_account: { points: 10, seconds: 15 * MINUTE },
  confirm_mail: { points: 5, seconds: HOUR },
  // One-time codes: asking for one, by mail or by text message, and typing one.
  code_client: { points: 20, seconds: HOUR },
  code_to: { points: 5, seconds: HOUR },
  code_try_client: { points: 20, seconds: 10 * MINUTE },
  code_try_to: { points: 10, seconds: 15 * MINUTE },
  phone_write: { points: 10, seconds: HOUR },
  second_factor_client: { points: 20, seconds: 10 * MINUTE },
  // A code of an authenticator is used once, for as long as it could be right.
  second_factor_code: { points: 1, seconds: 90 },
  second_factor_write: { points: 20, seconds: HOUR },
  social_client: { points: 30, seconds: 10 * MINUTE },
  id_token_client: { points: 30, seconds: 10 * MINUTE },
  // An ID token opens a session once: it would outlive the sign-in that it was made for by an hour.
  id_token: { points: 1, seconds: 24 * HOUR },
  upload: { points: 120, seconds: HOUR },
  listing_write: { points: 60, seconds: HOUR },
  // Each may bring a whole stock.
  stock_upload: { points: 30, seconds: HOUR },
  // A price or a number typed into the table of one's stock, or a change of many at once.
  stock_write: { points: 1_200, seconds: HOUR },
  // Each reads a whole stock.
  stock_download: { points: 60, seconds: HOUR },
  // Each reads all that somebody sold.
  sales_download: { points: 60, seconds: HOUR },
  message: { points: 60, seconds: MINUTE },
  // Each brings its seller a mail from somebody they do not know.
  new_room: { points: 40, seconds: HOUR },
  // Marking something as reserved or sold, and each step of a deal.
  deal: { points: 200, seconds: HOUR },
  block: { points: 60, seconds: HOUR },
  favorite: { points: 120, seconds: MINUTE },
  cart: { points: 120, seconds: MINUTE },
  // A visitor's, by where they come from: whole clubs share an address.
  cart_client: { points: 300, seconds: MINUTE },
  notice_choices: { points: 200, seconds: HOUR },
  notice_mark: { points: 120, seconds: MINUTE },
  saved_search: { points: 60, seconds: MINUTE },
  preferences: { points: 60, seconds: HOUR },
  review_write: { points: 60, seconds: HOUR },
  // Each is a mail to the operator.
  review_report: { points: 20, seconds: HOUR },
  profile_write: { points: 30, seconds: HOUR },
  // Each is a mail to the operator.
  contact_client: { points: 10, seconds: HOUR },
  contact_account: { points: 5, seconds: HOUR },
  // Each reads everything there is about a person.
  download: { points: 5, seconds: HOUR },
  delete_account: { points: 10, seconds: HOUR },
  username_change: { points: 5, seconds: 24 * HOUR },
  email_change: { points: 5, seconds: HOUR },
  email_change_link: { points: 20, seconds: HOUR },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof RULES;

let made: { pool: unknown; limiters: Map<LimitName, RateLimiterPostgres> } | undefined;

/** Counts live in PostgreSQL alone, so that a second server shares them and a restart forgets none. */
function limiterOf(name: LimitName): RateLimiterPostgres {
  const storeClient = pool();
  if (made?.pool !== storeClient) made = { pool: storeClient, limiters: new Map() };
  const known = made.limiters.get(name);
  if (known) return known;
  const { points, seconds } = RULES[name];
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
  made.limiters.set(name, limiter);
  return limiter;
}

// Keys hold addresses and names of people, which a counter need not remember, and may be of any length.
function hashed(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Counts one use of `name` by `key`. Answers how many seconds to wait when that is one too many, else null.
 * @throws what the database throws: a limit that cannot be counted is not passed.
 */
export async function secondsToWait(name: LimitName, key: string): Promise<number | null> {
  try {
    await limiterOf(name).consume(hashed(key));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw asUnavailable(refusal);
  }
}

/**
 * Counts one use of `name` by `key`. Answers what to tell who asked once too often, else null: for what is told where it was
 * asked for, so that a page and what was typed into it stay.
 * @throws what the database throws
 */
export async function limitMessage(name: LimitName, key: string): Promise<string | null> {
  const seconds = await secondsToWait(name, key);
  return seconds === null ? null : tooManyText(seconds);
}

/**
 * Counts one use of `name` by `key`.
 * @throws a 429 Response with Retry-After and a translated sentence when that is one too many.
 */
export async function limit(name: LimitName, key: string): Promise<void> {
  const seconds = await secondsToWait(name, key);
  if (seconds !== null) throw tooMany(seconds);
}

/**
 * `limit` as the part `used` of a larger statement's WITH, for a write that somebody waits for: one round trip and one
 * commit for both. What follows goes on `from used where within`, and `used.points` and `used.expire` are given to
 * `check`, which throws as `limit` does.
 */
export function limitCte(name: LimitName, key: string) {
  const limiter = limiterOf(name);
  const now = Date.now();
  return {
    // As rate-limiter-flexible counts: the two share their rows.
    used: sql`
      counted as (
        insert into rate_limits as known values (${limiter.getKey(hashed(key))}, 1, ${now + limiter.msDuration})
        on conflict (key) do update set
          points = case when known.expire <= ${now} then 1 else known.points + 1 end,
          expire = case when known.expire <= ${now} then excluded.expire else known.expire end
        returning points, expire
      ),
      used as (select points, expire, points <= ${limiter.points} as within from counted)
    `,
    check({ points, expire }: { points: number; expire: number }): void {
      if (points > limiter.points) throw tooMany(Math.max(1, Math.ceil((expire - now) / 1000)));
    },
  };
}

/**
 * `secondsToWait` inside a transaction, on its connection: one that holds a connection, and a row that others wait for
 * with theirs, would wait for ever for another. What is undone was not counted.
 */
export async function secondsToWaitInTransaction(
  trx: Queries,
  name: LimitName,
  key: string,
): Promise<number | null> {
  const { used } = limitCte(name, key);
  const { rows } = await sql<{ within: boolean; expire: number }>`
    with ${used} select within, expire from used
  `.execute(trx);
  const [count] = rows;
  if (!count || count.within) return null;
  return Math.max(1, Math.ceil((count.expire - Date.now()) / 1000));
}

/**
 * How often one visitor may have something looked up. Kept in this server's memory: writing each down would cost more
 * than what it guards, and nothing is lost when a restart forgets it.
 */
const LOOK_UPS = {
  search_client: { points: 120, seconds: MINUTE },
  // A page of a category, or the next part of one: nobody turns five a second, a minute long.
  browse_client: { points: 300, seconds: MINUTE },
  suggestions_client: { points: 600, seconds: MINUTE },
  // Who types is heard of every few seconds; more is not told.
  typing: { points: 60, seconds: MINUTE },
  username_look_up: { points: 120, seconds: MINUTE },
  // A picture that nobody has yet; who shows previews of what many people share has many to ask for.
  drawing_client: { points: 120, seconds: MINUTE },
  // Each part of the sitemap reads some thousand listings.
  sitemap_client: { points: 120, seconds: MINUTE },
} as const satisfies Record<string, { points: number; seconds: number }>;

type LookUp = keyof typeof LOOK_UPS;

const lookUps = new Map<LookUp, RateLimiterMemory>();

/** Counts one look-up by `key`. Answers how many seconds to wait when that is one too many, else null. */
export async function secondsToWaitInMemory(name: LookUp, key: string): Promise<number | null> {
  const { points, seconds } = LOOK_UPS[name];
  const limiter = lookUps.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  lookUps.set(name, limiter);
  try {
    await limiter.consume(key);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/**
 * Counts one look-up by `key`.
 * @throws a 429 Response as `limit` does.
 */
export async function limitInMemory(name: LookUp, key: string): Promise<void> {
  const seconds = await secondsToWaitInMemory(name, key);
  if (seconds !== null) throw tooMany(seconds);
}

/** Gives one use back, after something turned out to be no misuse. */
export async function refundUse(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).reward(hashed(key));
}

/** Forgets every use of `name` by `key`. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).delete(hashed(key));
}

/** "Too many attempts. Please try again in 3 minutes." */
export function tooManyText(seconds: number): string {
  if (seconds <= MINUTE) return m.account_too_many_seconds({ seconds });
  return m.account_too_many_minutes({ minutes: Math.ceil(seconds / MINUTE) });
}

/** The answer 429, with how long to wait. */
function tooMany(seconds: number): Response {
  return new Response(tooManyText(seconds), {
    status: 429,
    statusText: "Too Many Requests",
    headers: { "retry-after": String(seconds), "content-type": "text/plain; charset=utf-8" },
  });
}

/**
 * Who is asking, for counting: the address that the host wrote into `x-client-ip` (it drops one that came from
 * outside). One household has a whole /64 of IPv6, so that is one visitor.
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
