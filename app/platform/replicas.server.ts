import { cookieIn } from "#app/domain/cookie-name.ts";
import { setCookie } from "./cookies.server.ts";
import { hostOf } from "./database-url.server.ts";
import { env } from "./env.server.ts";
import { forgetPrimary } from "./primary.server.ts";
import { Replica } from "./replica.server.ts";
import { currentRequest, type RequestContext } from "./request-context.server.ts";

/** A replica that is further behind answers nobody. */
const LATE_MS = 10_000;
const TICK_MS = 1_000;
/** A position so far beyond the last one of the primary is invented, or of a log that was lost with its primary. */
const PLAUSIBLE_BYTES = 2 ** 30;

/** The cookie with the position of a person's last write: until a replica has replayed it, the primary answers. */
const POSITION_COOKIE = "second-serve.position";
/** Longer than `LATE_MS`, so that no replica in use is still behind it then. */
const POSITION_SECONDS = 60;

interface Primary {
  /** Asks for the position of its log. */
  ask(): Promise<number>;
  /** Looks whether another database is the primary now. */
  check(): Promise<void>;
}

/** Undefined while this server does not listen to it: what changed is unknown then, and it answers everything. */
let primary: Primary | undefined;
/**
 * A replica has to have replayed what this server was notified of, or pages and query results that it caches would be
 * older than their last change. Undefined while that position is being asked for.
 */
let needed: number | undefined;
let notifications = 0;
/** The last position of the primary that is known. */
let latest = 0;
/** Its positions in the last `LATE_MS`, about one a second, and the one before. */
let samples: { readonly at: number; readonly position: number }[] = [];
let question: Promise<number> | undefined;
let answered: Promise<unknown> = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
let turn = 0;

const replicas = new Map<string, Replica>();
const chosen = new WeakMap<RequestContext, Replica>();
/** Of each request that wrote: the writes that still run. */
const writes = new WeakMap<RequestContext, Set<Promise<unknown>>>();

function opened(): Replica[] {
  const urls = env().databaseReplicaUrls;
  for (const [url, replica] of replicas) {
    if (urls.includes(url)) continue;
    replica.leave();
    replicas.delete(url);
  }
  return urls.map((url) => {
    const replica = replicas.get(url) ?? new Replica(url, () => void primary?.check());
    replicas.set(url, replica);
    return replica;
  });
}

/** Whether this shop has replicas, so that it has to know of writes. */
export function hasReplicas(): boolean {
  return env().databaseReplicaUrls.length > 0;
}

/** From now on replicas can answer: this server is told of changes. */
export function startReading(from: Primary): void {
  stopReading();
  if (!hasReplicas()) return;
  primary = from;
  samples = [];
  noteNotification();
  timer = setInterval(tick, TICK_MS).unref();
}

/** The primary answers everything, until `startReading`. */
export function stopReading(): void {
  primary = undefined;
  needed = undefined;
  question = undefined;
  answered = Promise.resolve();
  clearInterval(timer);
}

/** Closes the connections to all replicas, at the end or before another database is opened. */
export function closeReplicas(): void {
  stopReading();
  for (const replica of replicas.values()) replica.leave();
  replicas.clear();
  forgetPrimary();
}

function tick(): void {
  for (const replica of opened()) replica.ask();
  if (needed === undefined) noteNotification();
  else primaryPosition().catch(() => {});
}

/** The position of the primary after this call. Calls that wait share one question. */
function primaryPosition(): Promise<number> {
  const asked = primary;
  if (!asked) return Promise.reject(new Error("not listening"));
  question ??= answered.then(() => {
    question = undefined;
    const position = asked.ask();
    answered = position.then(
      (position) => asked === primary && sample(position),
      () => {},
    );
    return position;
  });
  return question;
}

function sample(position: number): void {
  const at = performance.now();
  latest = position;
  if (at - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < TICK_MS / 2) return;
  const inTime = samples.findIndex((one) => at - one.at < LATE_MS);
  samples = [...samples.slice(Math.max(0, inTime - 1)), { at, position }];
}

/** Call this for each NOTIFY, before anything else hears of it. */
export function noteNotification(): void {
  if (!primary) return;
  notifications += 1;
  const nth = notifications;
  needed = undefined;
  primaryPosition().then(
    (position) => {
      if (nth !== notifications) return;
      needed = position;
      for (const replica of opened()) replica.ask();
    },
    () => {},
  );
}

function isFit(replica: Replica, position: number): boolean {
  const { replayed } = replica;
  if (replayed === undefined || needed === undefined) return false;
  const [oldest] = samples;
  const isLate = oldest && performance.now() - oldest.at >= LATE_MS && replayed < oldest.position;
  const isThere = !isLate && replayed >= needed && replayed >= position;
  if (!isThere) replica.ask();
  return isThere;
}

/** Lets this request read from a replica that has what its person wrote, if there is one. */
export function readFromReplica(context: RequestContext, cookies: string | null): void {
  if (!primary) return;
  const value = cookieIn(cookies, POSITION_COOKIE) ?? "";
  const claimed = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  const position = claimed > latest + PLAUSIBLE_BYTES ? 0 : claimed;
  const fit = opened().filter((replica) => isFit(replica, position));
  turn += 1;
  const least = Math.min(...fit.map(({ load }) => load));
  const idlest = fit.filter(({ load }) => load === least);
  const replica = idlest[turn % idlest.length];
  if (replica) chosen.set(context, replica);
}

/** The replica from which the current request reads now; undefined for the primary. */
export function currentReplica(): Replica | undefined {
  const context = currentRequest();
  const replica = context && chosen.get(context);
  if (!replica || isFit(replica, 0)) return replica;
  // The page would otherwise go back to an older state than it has seen.
  chosen.delete(context);
  return undefined;
}

/** Call this for each statement that writes: the rest of its request sees it. */
export function noteWrite(write: Promise<unknown>): void {
  const context = hasReplicas() ? currentRequest() : undefined;
  if (!context) return;
  chosen.delete(context);
  const running = writes.get(context) ?? new Set();
  writes.set(context, running);
  const end = () => running.delete(write);
  running.add(write);
  write.then(end, end);
}

/**
 * After a request that wrote: everybody on this server sees it now, and its person on all servers, by a cookie. Others get
 * none with a page that they read, so that the page can be cached.
 */
export async function sendPosition(
  headers: Headers,
  context: RequestContext,
  isPerson: boolean,
): Promise<void> {
  const written = writes.get(context);
  if (!written) return;
  await Promise.allSettled(written);
  // While nobody can say it, the primary answers this person until the cookie ends.
  const position = await primaryPosition().catch(() => latest + PLAUSIBLE_BYTES / 2);
  if (needed !== undefined) needed = Math.max(needed, position);
  if (isPerson) headers.append("set-cookie", setCookie(POSITION_COOKIE, String(position), POSITION_SECONDS));
}

/** For the metrics: whether each replica answers reads, and how many bytes of the log it has not replayed. */
export function replicaFigures(): { replica: string; fit: boolean; lag: number | undefined }[] {
  return opened().map((replica) => ({
    replica: hostOf(replica.url),
    fit: isFit(replica, 0),
    lag: replica.replayed === undefined ? undefined : Math.max(0, latest - replica.replayed),
  }));
}
