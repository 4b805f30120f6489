import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery } from "kysely";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { asUnavailable } from "./database-unavailable.server.ts";
import { pool, type Queries } from "./db.server.ts";
import { Refused } from "./refused.server.ts";
import { hashOf } from "./signature.server.ts";

const MINUTE = 60;
const HOUR = 3600;

/**
 * `points` per `seconds`, for one key, such as the user, the IP address of a visitor (`clientAddress`), or the account
 * that is tried.
 */
const RULES = {
  // A successful sign-in is refunded (`refundUse`).
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
  // Confirming by password or code.
  confirm_account: { points: 10, seconds: 15 * MINUTE },
  confirm_mail: { points: 5, seconds: HOUR },
  // One-time codes: requesting and entering one.
  code_client: { points: 20, seconds: HOUR },
  code_to: { points: 5, seconds: HOUR },
  code_try_client: { points: 20, seconds: 10 * MINUTE },
  code_try_to: { points: 10, seconds: 15 * MINUTE },
  phone_write: { points: 10, seconds: HOUR },
  second_factor_client: { points: 20, seconds: 10 * MINUTE },
  // A code of an authenticator works only once.
  second_factor_code: { points: 1, seconds: 90 },
  second_factor_write: { points: 20, seconds: HOUR },
  social_client: { points: 30, seconds: 10 * MINUTE },
  id_token_client: { points: 30, seconds: 10 * MINUTE },
  // An ID token opens only one session, although it is valid for an hour.
  id_token: { points: 1, seconds: 24 * HOUR },
  // A program takes new tokens: by a refresh token, or by the code of a provider's sign-in.
  token_client: { points: 300, seconds: 10 * MINUTE },
  // The address at which a program's person links an account is opened once.
  link_ticket: { points: 1, seconds: 10 * MINUTE },
  // Making or revoking a key of the API.
  key_write: { points: 60, seconds: HOUR },
  upload: { points: 120, seconds: HOUR },
  listing_write: { points: 60, seconds: HOUR },
  stock_upload: { points: 30, seconds: HOUR },
  // A change of price or quantity, or a bulk change or its preview.
  stock_write: { points: 1_200, seconds: HOUR },
  // Each item that a program states, alone or among many: it may wake saved searches and webhooks.
  stock_items: { points: 30_000, seconds: HOUR },
  feed_write: { points: 60, seconds: HOUR },
  // Each one asks another host for a file.
  feed_run: { points: 20, seconds: HOUR },
  stock_download: { points: 60, seconds: HOUR },
  sales_download: { points: 60, seconds: HOUR },
  staff_download: { points: 60, seconds: HOUR },
  message: { points: 60, seconds: MINUTE },
  // A new room sends the seller a mail from a stranger.
  new_room: { points: 40, seconds: HOUR },
  // Each step of a deal.
  deal: { points: 200, seconds: HOUR },
  // Per buyer and deal: the seller gets a mail each time, and one more when the address is taken back.
  share_address: { points: 10, seconds: 24 * HOUR },
  // Each offer and answer.
  offer: { points: 120, seconds: HOUR },
  block: { points: 60, seconds: HOUR },
  favorite: { points: 120, seconds: MINUTE },
  cart: { points: 120, seconds: MINUTE },
  // All members of a club may share one IP address.
  cart_client: { points: 300, seconds: MINUTE },
  concierge_vote: { points: 60, seconds: HOUR },
  concierge_vote_client: { points: 120, seconds: HOUR },
  notice_choices: { points: 200, seconds: HOUR },
  notice_mark: { points: 120, seconds: MINUTE },
  // A browser subscribes again once a day.
  push_subscribe: { points: 60, seconds: HOUR },
  webhook_write: { points: 120, seconds: HOUR },
  // Each sends a request to another server.
  webhook_send: { points: 60, seconds: HOUR },
  webhook_replay: { points: 600, seconds: HOUR },
  saved_search: { points: 60, seconds: MINUTE },
  preferences: { points: 60, seconds: HOUR },
  terms: { points: 30, seconds: HOUR },
  review_write: { points: 60, seconds: HOUR },
  report: { points: 20, seconds: HOUR },
  report_client: { points: 10, seconds: HOUR },
  // The receipt goes by mail to any email address that a signed-out reporter types.
  report_to: { points: 5, seconds: HOUR },
  // Each step of a moderator.
  moderate: { points: 600, seconds: HOUR },
  // Each question of a moderator sends somebody a mail.
  ask: { points: 60, seconds: HOUR },
  // Per question: answers by a link need no sign-in.
  answer_question: { points: 10, seconds: HOUR },
  // Per decision: appeals by a link need no sign-in.
  appeal: { points: 10, seconds: HOUR },
  staff_write: { points: 60, seconds: HOUR },
  profile_write: { points: 30, seconds: HOUR },
  contact_client: { points: 10, seconds: HOUR },
  contact_account: { points: 5, seconds: HOUR },
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
  return {
    tableName: "rate_limits",
    tableCreated: true,
    // The job "accounts-sweep" does it. The library would start a timer for each limiter, which never ends.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  };
}

/** In PostgreSQL, so that all servers share the counts. */
function limiterOf(name: LimitName): RateLimiterPostgres {
  const storeClient = pool();
  if (instance?.pool !== storeClient) instance = { pool: storeClient, limiters: new Map() };
  const cached = instance.limiters.get(name);
  if (cached) return cached;
  const limiter = new RateLimiterPostgres({ ...optionsOf(name), storeClient, storeType: "pool" });
  instance.limiters.set(name, limiter);
  return limiter;
}

/**
 * Counts one use, or several. Returns the seconds to wait when the limit is exceeded, else null.
 * @throws errors of the database: a use that cannot be counted is not allowed
 */
export function secondsToWait(name: LimitName, key: string, uses = 1): Promise<number | null> {
  return consume(limiterOf(name), key, uses);
}

async function consume(limiter: RateLimiterPostgres, key: string, uses = 1): Promise<number | null> {
  try {
    // Keys contain personal data, and may have any length.
    await limiter.consume(hashOf(key), uses);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw asUnavailable(refusal);
  }
}

/**
 * Counts one use, or several. Commands call it first (docs/laws.md, law 6).
 * @throws Refused "too_often" above the limit
 */
export async function limit(name: LimitName, key: string, uses?: number): Promise<void> {
  refuseAfter(await secondsToWait(name, key, uses));
}

function refuseAfter(seconds: number | null): void {
  if (seconds !== null) throw new Refused("too_often", { seconds });
}

/**
 * `limit` on the connection of a transaction: waiting for a second connection could deadlock with transactions that
 * wait for its locks. A rollback undoes the count.
 */
export async function limitInTransaction(trx: Queries, name: LimitName, key: string): Promise<void> {
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      trx.executeQuery(CompiledQuery.raw(text, values)),
  };
  const limiter = new RateLimiterPostgres({ ...optionsOf(name), storeClient, storeType: "client" });
  refuseAfter(await consume(limiter, key));
}

/** Counted in memory: storing the counts would cost more than the look-ups themselves. */
const LOOK_UPS = {
  search_client: { points: 120, seconds: MINUTE },
  // A page of a category, or the next cards of its list.
  browse_client: { points: 300, seconds: MINUTE },
  suggestions_client: { points: 600, seconds: MINUTE },
  models_client: { points: 600, seconds: MINUTE },
  prices_client: { points: 120, seconds: MINUTE },
  // A browser reports every few seconds that its user types; further reports are dropped.
  typing: { points: 60, seconds: MINUTE },
  username_look_up: { points: 120, seconds: MINUTE },
  // A part of the sitemap reads some thousand listings.
  sitemap_client: { points: 120, seconds: MINUTE },
  // A request to the API, by key, person or client.
  api_client: { points: 600, seconds: MINUTE },
  // A wrong key or token, by client.
  api_wrong_key: { points: 600, seconds: MINUTE },
} as const satisfies Record<string, { points: number; seconds: number }>;

type LookUp = keyof typeof LOOK_UPS;

const lookUps = new Map<LookUp, RateLimiterMemory>();

/**
 * Runs outside of the request: the timer that the library starts for each key would keep the whole page in memory for a
 * minute.
 */
const withoutRequest = AsyncLocalStorage.snapshot();

/** Counts a look-up, or several. Returns the seconds to wait when the limit is exceeded, else null. */
export async function secondsToWaitInMemory(name: LookUp, key: string, uses = 1): Promise<number | null> {
  return (await countInMemory(name, key, uses)).seconds;
}

/** Like `secondsToWaitInMemory`, with the headers that say how much of the limit is left. */
export async function countInMemory(name: LookUp, key: string, uses = 1) {
  const { points, seconds } = LOOK_UPS[name];
  const limiter = lookUps.get(name) ?? new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  lookUps.set(name, limiter);
  const state = await withoutRequest(() => limiter.consume(key, uses)).catch((refusal: unknown) => {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  });
  const reset = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return {
    seconds: state.consumedPoints > points ? reset : null,
    "ratelimit-limit": points,
    "ratelimit-remaining": Math.max(0, state.remainingPoints),
    "ratelimit-reset": reset,
  };
}

/** Counts one look-up. @throws Refused "too_often" above the limit */
export async function limitInMemory(name: LookUp, key: string): Promise<void> {
  refuseAfter(await secondsToWaitInMemory(name, key));
}

/** Refunds one use that was no misuse. */
export async function refundUse(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).reward(hashOf(key));
}

/** Resets the count of this key. */
export async function resetLimit(name: LimitName, key: string): Promise<void> {
  await limiterOf(name).delete(hashOf(key));
}

/**
 * The IP address of a visitor as a key, from the host's header `x-client-ip`. An IPv6 address counts as its /64, which
 * one household has.
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
