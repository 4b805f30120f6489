import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { href, redirect } from "react-router";
import type { SomeChoices } from "#app/domain/choices.ts";
import { safeNext } from "#app/domain/local-path.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { SESSION_RENEWAL_SECONDS, SESSION_SECONDS, sessionCookieName } from "./auth.server.ts";
import { db, prepared } from "./db.server.ts";
import { env } from "./env.server.ts";
import { appPath } from "./locale.server.ts";
import { bootstrapProfile } from "./profile.server.ts";
import { setDisplayCurrency } from "./rates.server.ts";
import { currentRequest, type SignedToken } from "./request-context.server.ts";
import { signInRedirect } from "./sign-in.server.ts";

/** Who is signed in, and what every page shows or needs to know of them: read at once, since every page does. */
export interface Visit {
  readonly viewer: Viewer;
  /** When they last showed who they are: at sign-in, or when something delicate asked for it. */
  readonly confirmedAt: Date;
  /** When the session ends unless it is used before. */
  readonly expiresAt: Date;
  /** Their picture, as an address of this site. */
  readonly avatarUrl: string | null;
  /** In how many chats something waits to be read (A7.39), as of event `after`. */
  readonly unread: number;
  /** The same of chats alone. */
  readonly unreadChats: number;
  /** The number of their latest event (events.server.ts). */
  readonly after: number;
  /** Whether they have anything for sale. */
  readonly sells: boolean;
  /** The ids of what is in their cart. */
  readonly cart: readonly string[];
  /** What they chose of country, language and currency, here or elsewhere. */
  readonly choices: SomeChoices;
}

const visits = new WeakMap<Request, Promise<Visit | null>>();
const viewers = new WeakMap<Request, Promise<Viewer | null>>();
const renewals = new WeakMap<Request, string>();

/**
 * The person whose session this request carries, or null. Asked once per request however often it is called.
 * Serves A4.2 and A4.5: a session that is used stays alive, and a missing profile is made on first load.
 */
export function viewerOf(request: Request): Promise<Viewer | null> {
  const known = viewers.get(request);
  if (known) return known;
  const asked = visitOf(request).then((visit) => visit?.viewer ?? null);
  viewers.set(request, asked);
  return asked;
}

/** The same with what else every page needs to know of that person. */
export function visitOf(request: Request): Promise<Visit | null> {
  const known = visits.get(request);
  if (known) return known;
  const asked = readVisit(request);
  visits.set(request, asked);
  return asked;
}

/**
 * @throws a redirect to /auth that leads back to the page in question, and says why, when nobody is signed in.
 */
export async function requireViewer(request: Request): Promise<Viewer> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  const hadSession = takenBackSessionCookie(request) !== null;
  throw signInRedirect(pageOf(request), hadSession ? m.sign_in_session_over() : undefined);
}

const DAY_MS = 86_400_000;

/** What is delicate asks who one is when that was shown longer ago than this. */
const CONFIRMED_MS = 10 * 60_000;
/** Who was shown a form has as long again to send it, so that nothing typed is asked for twice. */
const CONFIRMED_TO_SEND_MS = 2 * CONFIRMED_MS;

/**
 * `requireViewer`, for what a stranger at an open laptop must not do (A7.15).
 * @throws a redirect to the page that asks for it, and leads back, when nobody showed who they are lately.
 */
export async function requireConfirmed(request: Request): Promise<Viewer> {
  const viewer = await requireViewer(request);
  if (await isConfirmed(request)) return viewer;
  throw redirect(
    `${href("/profile/security/confirm")}?next=${encodeURIComponent(safeNext(pageOf(request)))}`,
  );
}

/** Whether who is signed in showed lately who they are. */
export async function isConfirmed(request: Request): Promise<boolean> {
  const confirmedAt = (await visitOf(request))?.confirmedAt.getTime() ?? 0;
  const looking = request.method === "GET" || request.method === "HEAD";
  return Date.now() - confirmedAt < (looking ? CONFIRMED_MS : CONFIRMED_TO_SEND_MS);
}

/**
 * The Set-Cookie value that makes the browser keep the session as long as the server now does, or null when
 * there is nothing to renew. For the root loader, after `viewerOf`.
 */
export function renewedSessionCookie(request: Request): string | null {
  return renewals.get(request) ?? null;
}

/** The Set-Cookie value that takes a session back, or null when the request brought none. Where nobody is signed in. */
export function takenBackSessionCookie(request: Request): string | null {
  const brought = (request.headers.get("cookie") ?? "").includes(`${sessionCookieName()}=`);
  return brought ? sessionCookie("", 0) : null;
}

/** Whether a request may carry a session or a message: its answer is then its own and not to be kept for others. */
export function isPersonal(request: Request): boolean {
  const cookies = request.headers.get("cookie") ?? "";
  return cookies.includes("second-serve.") || cookies.includes("flash=");
}

/** The session cookie of a request, if its signature is ours; or the session that `continueAsSession` put in its place. */
export function sessionTokenOf(request: Request): SignedToken | null {
  return currentRequest()?.session ?? signedCookieOf(request, sessionCookieName());
}

/** The same of any cookie that Better Auth signs. */
export function signedCookieOf(request: Request, name: string): SignedToken | null {
  return signedIn((request.headers.get("cookie") ?? "").split(/;\s*/), name);
}

/** The session that Better Auth's answer begins, or null when it begins none. */
export function begunSession(headers: Headers): SignedToken | null {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return signedIn(pairs, sessionCookieName());
}

/**
 * Reads the rest of this request under a new session. A form that is sent without JavaScript is answered by a page,
 * whose loaders run after the action and still see the cookie of the session that the action replaced.
 */
export function continueAsSession(session: SignedToken): void {
  const context = currentRequest();
  if (context) context.session = session;
}

/**
 * Gives the session of a request, whose person just showed again who they are, a new token: the old one is worth nothing.
 * @returns the Set-Cookie value for the answer, or null when the session ended meanwhile
 */
export async function renewedToken(request: Request): Promise<string | null> {
  const token = randomBytes(24).toString("base64url");
  const row = await db()
    .updateTable("sessions")
    .set({ token, confirmed_at: sql<Date>`now()` })
    .where("token", "=", sessionTokenOf(request)?.token ?? "")
    .returning(sql<number>`ceil(extract(epoch from ${sessionEnd()} - now()))::integer`.as("seconds"))
    .executeTakeFirst();
  if (!row) return null;
  const value = encodeURIComponent(`${token}.${signatureOf(token).toString("base64")}`);
  continueAsSession({ value, token });
  return sessionCookie(value, row.seconds);
}

function signedIn(pairs: readonly string[], name: string): SignedToken | null {
  for (const pair of pairs) {
    if (!pair.startsWith(`${name}=`)) continue;
    const value = pair.slice(name.length + 1);
    const token = verified(value);
    if (token) return { value, token };
  }
  return null;
}

/** When a session ends unless it is used before: for queries of `sessions`, whose `expires_at` is moved on by use. */
export function sessionEnd(): RawBuilder<Date> {
  return sql<Date>`least(sessions.expires_at, sessions.created_at + make_interval(days => ${env().sessionDays}))`;
}

// Better Auth writes "token.signature", the signature being base64 of HMAC-SHA-256 under the secret. Reading it
// here makes one query of what `getSession` needs three for; session.db.test.ts holds the two to one answer.
function verified(value: string): string | null {
  let plain: string;
  try {
    plain = decodeURIComponent(value);
  } catch {
    return null;
  }
  const dot = plain.lastIndexOf(".");
  if (dot < 1) return null;
  const token = plain.slice(0, dot);
  const given = Buffer.from(plain.slice(dot + 1), "base64");
  const ours = signatureOf(token);
  return given.length === ours.length && timingSafeEqual(given, ours) && !token.includes("\0") ? token : null;
}

function signatureOf(token: string): Buffer {
  return createHmac("sha256", env().authSecret).update(token).digest();
}

interface VisitRow {
  readonly id: string;
  readonly email: string;
  readonly username: string | null;
  readonly avatar_url: string | null;
  readonly begun_at: Date;
  readonly expires_at: Date;
  readonly confirmed_at: Date;
  readonly unread: number;
  readonly unread_chats: number;
  readonly after: number;
  readonly sells: boolean;
  readonly cart: readonly string[];
  readonly country: SomeChoices["country"];
  readonly language: SomeChoices["language"];
  readonly currency: SomeChoices["currency"];
}

async function readVisit(request: Request): Promise<Visit | null> {
  const cookie = sessionTokenOf(request);
  if (!cookie) return null;
  const [row] = await prepared<VisitRow>(sql`
    select users.id, users.email, profiles.username, profiles.avatar_url,
      sessions.created_at as begun_at, ${sessionEnd()} as expires_at, sessions.confirmed_at,
      unread_of(users.id) as unread,
      (select count(*) from chat_notifications where user_id = users.id and unread_count > 0) as unread_chats,
      coalesce((select seq from event_streams where user_id = users.id), 0) as after,
      exists (select from listings where user_id = users.id) as sells,
      array(select listing_id from cart_items where user_id = users.id) as cart,
      user_preferences.country, user_preferences.language, user_preferences.currency
    from sessions join users on users.id = sessions.user_id left join profiles on profiles.id = users.id
    left join user_preferences on user_preferences.user_id = users.id
    where sessions.token = ${cookie.token} and ${sessionEnd()} > now()
  `);
  if (!row) return null;
  const { id, email, confirmed_at: confirmedAt, unread, after, sells, cart } = row;
  const { country, language, currency } = row;
  const [expiresAt] = await Promise.all([renew(request, cookie, row), setDisplayCurrency(currency)]);
  const username = row.username ?? (await bootstrapProfile({ id, email }));
  return {
    viewer: { id, username, email },
    avatarUrl: row.avatar_url,
    confirmedAt,
    expiresAt,
    unread,
    unreadChats: row.unread_chats,
    after,
    sells,
    cart,
    choices: { country, language, currency },
  };
}

/** Answers when the session ends from here on. */
async function renew(
  request: Request,
  cookie: SignedToken,
  { begun_at: begun, expires_at: end }: VisitRow,
): Promise<Date> {
  const now = Date.now();
  const last = begun.getTime() + env().sessionDays * DAY_MS;
  const later = new Date(Math.min(now + SESSION_SECONDS * 1000, last));
  if (later.getTime() - end.getTime() < SESSION_RENEWAL_SECONDS * 1000) return end;
  await db()
    .updateTable("sessions")
    .set({ expires_at: later, updated_at: new Date() })
    .where("token", "=", cookie.token)
    .execute();
  renewals.set(request, sessionCookie(cookie.value, Math.round((later.getTime() - now) / 1000)));
  return later;
}

function sessionCookie(value: string, seconds: number): string {
  const secure = env().baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookieName()}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The page to come back to: the one asked for, or, for a form that was sent, the one it stood on. */
export function pageOf(request: Request): string {
  if (request.method === "GET" || request.method === "HEAD") return appPath(request.url);
  const from = request.headers.get("referer");
  return from && URL.canParse(from) && new URL(from).origin === env().baseUrl ? appPath(from) : "/";
}
