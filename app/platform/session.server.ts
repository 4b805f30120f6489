import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { href, redirect } from "react-router";
import type { SomeChoices } from "#app/domain/choices.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { DAY_MS } from "#app/domain/time.ts";
import type { StaffMember, StaffRole, Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import {
  SESSION_COOKIE,
  SESSION_RENEWAL_SECONDS,
  SESSION_SECONDS,
  sessionCookieName,
} from "./auth-cookies.server.ts";
import { setCookie } from "./cookies.server.ts";
import { db, prepared } from "./db.server.ts";
import { env } from "./env.server.ts";
import { appPath } from "./locale.server.ts";
import { bootstrapProfile } from "./profile.server.ts";
import { setDisplayCurrency } from "./rates.server.ts";
import { Refused } from "./refused.server.ts";
import { currentRequest, type SignedToken } from "./request-context.server.ts";
import { noteUse, SHOWS_USE } from "./session-use.server.ts";
import { signInRedirect } from "./sign-in.server.ts";
import { partsColumn, type VisitParts } from "./visit-part.server.ts";

/** The signed-in user, with what every page needs. */
export interface Visit {
  readonly viewer: Viewer;
  /** When the user last confirmed, at sign-in or before a sensitive action. */
  readonly confirmedAt: Date;
  /** When the session expires unless it is used before. */
  readonly expiresAt: Date;
  readonly avatarUrl: string | null;
  /** The number at the bell: unread notifications, and chats with unread messages. */
  readonly unread: number;
  /** The number of chats with unread messages. */
  readonly unreadChats: number;
  /** The number of the user's latest live event (events.server.ts). */
  readonly after: number;
  /** Null also while the second factor is off. */
  readonly role: StaffRole | null;
  /** The saved choices of the user. */
  readonly choices: SomeChoices;
  /** What features read in the same query (`visitPart`). */
  readonly parts: VisitParts;
}

const visits = new WeakMap<Request, Promise<Visit | null>>();
const viewers = new WeakMap<Request, Promise<Viewer | null>>();
/** By request context, because an action and the loaders that run after it have different `Request` objects. */
const renewals = new WeakMap<object, string>();

/**
 * The signed-in user, or null. Reads the session once per request. It extends the session, and creates a missing
 * profile.
 */
export function viewerOf(request: Request): Promise<Viewer | null> {
  const cached = viewers.get(request);
  if (cached) return cached;
  const viewer = visitOf(request).then((visit) => visit?.viewer ?? null);
  viewers.set(request, viewer);
  return viewer;
}

/** `viewerOf`, with what every page needs. */
export function visitOf(request: Request): Promise<Visit | null> {
  const cached = visits.get(request);
  if (cached) return cached;
  const visit = readVisit(request);
  visits.set(request, visit);
  return visit;
}

/** The signed-in user. @throws a redirect to /auth, which says why and then returns to this page */
export async function requireViewer(request: Request): Promise<Viewer> {
  const viewer = await viewerOf(request);
  if (viewer) return viewer;
  const hadSession = clearedSessionCookie(request) !== null;
  throw signInRedirect(pageOf(request), hadSession ? m.sign_in_session_over() : undefined);
}

/**
 * The signed-in moderator or operator; an operator may also do what moderators may.
 * @throws Refused 404 for everybody else
 */
export async function requireStaff(request: Request, role: StaffRole): Promise<StaffMember> {
  const visit = await visitOf(request);
  if (!visit?.role || (role === "operator" && visit.role !== role)) throw new Refused("home_not_found");
  return { ...visit.viewer, role: visit.role };
}

const CONFIRMED_MS = 10 * 60_000;
/** Twice as long, so that users who open a form in time can also send it. */
const CONFIRMED_TO_SEND_MS = 2 * CONFIRMED_MS;

/**
 * `requireViewer` for actions that a stranger at an unlocked computer must not do.
 * @throws a redirect to the confirmation page, which then returns to this page
 */
export async function requireConfirmed(request: Request): Promise<Viewer> {
  const viewer = await requireViewer(request);
  if (await isConfirmed(request)) return viewer;
  throw redirect(
    `${href("/profile/security/confirm")}?next=${encodeURIComponent(safeNext(pageOf(request)))}`,
  );
}

/** Whether the user confirmed recently enough for this request. */
export async function isConfirmed(request: Request): Promise<boolean> {
  const confirmedAt = (await visitOf(request))?.confirmedAt.getTime() ?? 0;
  const looking = request.method === "GET" || request.method === "HEAD";
  return Date.now() - confirmedAt < (looking ? CONFIRMED_MS : CONFIRMED_TO_SEND_MS);
}

/**
 * Sends the cookie of a session that the request extended, in the headers of its response. A response that starts or
 * ends a session already sets this cookie.
 */
export function sendRenewedSession(request: Request, headers: Headers): void {
  const cookie = renewals.get(currentRequest() ?? request);
  const isSet = headers.getSetCookie().some((set) => set.startsWith(`${sessionCookieName()}=`));
  // A cache that serves other people must not store the cookie.
  const isShared = (headers.get("cache-control") ?? "").includes("public");
  if (cookie !== undefined && !isSet && !isShared) headers.append("set-cookie", cookie);
}

/** The Set-Cookie value that clears the session cookie; null when the request has none. */
export function clearedSessionCookie(request: Request): string | null {
  const brought = (request.headers.get("cookie") ?? "").includes(`${sessionCookieName()}=`);
  return brought ? setCookie(SESSION_COOKIE, "", 0) : null;
}

/** The session cookie with a valid signature, or the session that `continueAsSession` set; null for none. */
export function sessionTokenOf(request: Request): SignedToken | null {
  return currentRequest()?.session ?? signedCookieOf(request, sessionCookieName());
}

/** The cookie `name` of Better Auth, if its signature is valid. */
export function signedCookieOf(request: Request, name: string): SignedToken | null {
  return signedIn((request.headers.get("cookie") ?? "").split(/;\s*/), name);
}

/** The session that a response of Better Auth starts, or another signed cookie that it sets; null if none. */
export function startedSession(headers: Headers, name = sessionCookieName()): SignedToken | null {
  const pairs = headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return signedIn(pairs, name);
}

/**
 * Continues this request with a new session: without JavaScript, loaders run after the action in the same request,
 * which still has the old cookie.
 */
export function continueAsSession(session: SignedToken): void {
  const context = currentRequest();
  if (context) context.session = session;
}

/**
 * Replaces the token of the session after its user confirmed; the old token becomes invalid.
 * @returns the Set-Cookie value, or null when the session has ended
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
  const session = signedToken(token);
  continueAsSession(session);
  return setCookie(SESSION_COOKIE, session.value, row.seconds);
}

/** The token of a session, as its cookie has it. */
export function signedToken(token: string): SignedToken {
  return { value: encodeURIComponent(`${token}.${signatureOf(token).toString("base64")}`), token };
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

/** SQL: when a session in `sessions` expires unless it is used before. */
export function sessionEnd(): RawBuilder<Date> {
  return sql<Date>`least(sessions.expires_at, sessions.created_at + make_interval(days => ${env().sessionDays}))`;
}

// Better Auth writes "token.signature", where the signature is base64 of HMAC-SHA-256. Verifying it here saves two of
// the three queries of `getSession`; session.db.test.ts compares both.
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
  const signature = Buffer.from(plain.slice(dot + 1), "base64");
  const ours = signatureOf(token);
  return signature.length === ours.length && timingSafeEqual(signature, ours) && !token.includes("\0")
    ? token
    : null;
}

function signatureOf(token: string): Buffer {
  return createHmac("sha256", env().authSecret).update(token).digest();
}

interface VisitRow {
  readonly id: string;
  readonly shows_use: boolean;
  readonly email: string;
  readonly username: string | null;
  readonly avatar_url: string | null;
  readonly begun_at: Date;
  readonly expires_at: Date;
  readonly confirmed_at: Date;
  readonly unread: number;
  readonly unread_chats: number;
  readonly after: number;
  readonly role: StaffRole | null;
  readonly parts: VisitParts;
  readonly country: SomeChoices["country"];
  readonly language: SomeChoices["language"];
  readonly currency: SomeChoices["currency"];
}

async function readVisit(request: Request): Promise<Visit | null> {
  const cookie = sessionTokenOf(request);
  if (!cookie) return null;
  const query = sql<VisitRow>`
    select users.id, users.email, profiles.username, profiles.avatar_url, ${SHOWS_USE} as shows_use,
      sessions.created_at as begun_at, ${sessionEnd()} as expires_at, sessions.confirmed_at,
      unread_of(users.id) as unread,
      (select count(*) from chat_notifications where user_id = users.id and unread_count > 0) as unread_chats,
      coalesce((select seq from event_streams where user_id = users.id), 0) as after,
      (select role from staff where user_id = users.id and users.two_factor_enabled) as role,
      ${partsColumn()} as parts,
      country, case when language_chosen then language end as language, currency
    from sessions join users on users.id = sessions.user_id left join profiles on profiles.id = users.id
    left join user_preferences on user_preferences.user_id = users.id
    where sessions.token = ${cookie.token} and ${sessionEnd()} > now()
      and coalesce(profiles.suspended_until <= now(), true)
  `;
  const [row] = await prepared(query, "primary");
  if (!row) return null;
  const { id, email, unread, after, role, country, language, currency } = row;
  if (row.shows_use && !currentRequest()?.leavesSessionEnd) await noteUse(id, cookie.token);
  const [expiresAt] = await Promise.all([renew(request, cookie, row), setDisplayCurrency(currency)]);
  const username = row.username ?? (await bootstrapProfile({ id, email }));
  return {
    viewer: { id, username, email },
    avatarUrl: row.avatar_url,
    confirmedAt: row.confirmed_at,
    expiresAt,
    unread,
    unreadChats: row.unread_chats,
    after,
    role,
    choices: { country, language, currency },
    parts: row.parts,
  };
}

async function renew(
  request: Request,
  cookie: SignedToken,
  { begun_at: start, expires_at: end }: VisitRow,
): Promise<Date> {
  const last = start.getTime() + env().sessionDays * DAY_MS;
  const later = new Date(Math.min(Date.now() + SESSION_SECONDS * 1000, last));
  const isFresh = later.getTime() < end.getTime() + SESSION_RENEWAL_SECONDS * 1000;
  if (isFresh || currentRequest()?.leavesSessionEnd) return end;
  await db()
    .updateTable("sessions")
    .set({ expires_at: later, updated_at: new Date() })
    .where("token", "=", cookie.token)
    .execute();
  const renewed = setCookie(SESSION_COOKIE, cookie.value, Math.round((later.getTime() - Date.now()) / 1000));
  renewals.set(currentRequest() ?? request, renewed);
  return later;
}

/** The path to return to: the requested page, or that of a submitted form; `unknown` if the browser does not name it. */
export function pageOf(request: Request, unknown = "/"): string {
  if (request.method === "GET" || request.method === "HEAD") return appPath(request.url);
  const from = request.headers.get("referer");
  return from && URL.canParse(from) && new URL(from).origin === env().baseUrl ? appPath(from) : unknown;
}
