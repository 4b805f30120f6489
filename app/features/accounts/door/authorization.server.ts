import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { href, redirect, redirectDocument } from "react-router";
import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { SESSION_COOKIE, sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { setCookie } from "#app/platform/cookies.server.ts";
import { db, type Queries } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { clientAddress, limit, secondsToWait } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { continueAsSession, sessionEnd, sessionTokenOf } from "#app/platform/session.server.ts";
import { hashOf, isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import type { Provider } from "../schema.ts";
import { link } from "../security/identities.server.ts";
import { startLinking, startSocial } from "../social-sign-in.server.ts";
import { asBrowser } from "./browser.server.ts";
import { ENDED_FLOW, type Flow, flowCookie, flowOf, identitySchema } from "./flow.server.ts";
import { extendSession, holderOf } from "./tokens.server.ts";

/** The address of the account door. */
export const ACCOUNT_BASE = "/auth/v1";

/** A program sends the code at once. */
const CODE_SECONDS = 60;
/** So long, the address may be opened that a program got for linking. */
const LINK_SECONDS = 300;

/** What a program sends to be signed in to. Only S256 (RFC 7636): a plain challenge would be the secret itself. */
export const flowFields = {
  redirect_to: z
    .string()
    .max(2000)
    .refine((address) => env().apiRedirects.includes(address), { error: () => m.api_redirect_closed() })
    .meta({ description: "An address that the operator of the shop has allowed (API_REDIRECTS)." }),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: "SHA-256 of the code_verifier, in base64url." }),
  code_challenge_method: z.enum(["s256", "S256"]),
};

/**
 * Sends a browser to a provider. It comes back by way of the page for programs (`finishForProgram`), after everything that
 * a visitor of the shop passes too: the second factor, the terms, a mail.
 * @param ticket of `linkForProgram`, to link an account instead of signing in
 * @throws Refused "provider_missing", "provider_failed"
 */
export async function startForProgram(
  request: Request,
  provider: Provider,
  flow: Flow,
  ticket?: string,
): Promise<Response> {
  const page = href("/return-to-app");
  if (ticket === undefined) return toProvider(await startSocial(asBrowser(request), provider, page), flow);
  const session = await sessionOfTicket(ticket, provider, flow);
  if (!session) return toProgram(flow, { error: "access_denied" });
  continueAsSession({ value: "", token: session.token });
  const link = { session: session.id, user: session.user_id };
  return toProvider(await startLinking(asBrowser(request), provider, page), { ...flow, link });
}

function toProvider(started: { url: string; headers: Headers }, flow: Flow): Response {
  // The browser must not get the session of the program, also not when it is extended.
  const theirs = started.headers.getSetCookie().filter((set) => !set.startsWith(`${sessionCookieName()}=`));
  const cookies = [...theirs, flowCookie(flow)].map((set) => ["set-cookie", set] as [string, string]);
  return new Response(null, { status: 302, headers: [["location", started.url], ...cookies] });
}

function toProgram({ redirect_to }: Flow, params: Record<string, string>, headers = new Headers()): Response {
  const to = new URL(redirect_to);
  for (const [name, value] of Object.entries(params)) to.searchParams.set(name, value);
  headers.append("set-cookie", ENDED_FLOW());
  return redirectDocument(to.href, { headers });
}

const ticketText = (session: string, expires: string, provider: Provider, flow: Flow) =>
  `linking for a program ${session} ${expires} ${provider} ${flow.code_challenge} ${flow.redirect_to}`;

/**
 * The address that a browser must open to link a provider's account. The browser gets no session; the linking is done when
 * the program sends the code with which it comes back.
 */
export async function linkForProgram(request: Request, provider: Provider, flow: Flow): Promise<string> {
  const { id } = await db()
    .selectFrom("sessions")
    .select("id")
    .where("token", "=", sessionTokenOf(request)?.token ?? "")
    .executeTakeFirstOrThrow();
  const expires = String(Date.now() + LINK_SECONDS * 1000);
  const ticket = `${id}.${expires}.${signatureOf(ticketText(id, expires, provider, flow))}`;
  const { redirect_to, code_challenge } = flow;
  const method = { code_challenge_method: "s256" };
  const query = new URLSearchParams({ provider, redirect_to, code_challenge, ...method, ticket });
  return `${env().baseUrl}${ACCOUNT_BASE}/authorize?${query}`;
}

async function sessionOfTicket(ticket: string, provider: Provider, flow: Flow) {
  const [id = "", expires = "", signature = ""] = ticket.split(".");
  const text = ticketText(id, expires, provider, flow);
  if (!isSignatureOf(text, signature)) return undefined;
  if (Number(expires) < Date.now()) return undefined;
  // The address works once. Otherwise, a thief of it could link their own account to the person's.
  if ((await secondsToWait("link_ticket", text)) !== null) return undefined;
  return db()
    .selectFrom("sessions")
    .select(["id", "token", "user_id"])
    .where("id", "=", id)
    .where(sessionEnd(), ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Hands the session that has begun in this browser over to the program that sent its person here, as a code. The browser
 * keeps no session. A session that was there before counts for nothing: its person did not sign in for the program. For
 * linking, the code is that of the program's own session.
 */
export async function finishForProgram(request: Request): Promise<Response> {
  const flow = flowOf(request);
  if (!flow) return redirect(href("/"));
  const { searchParams } = new URL(request.url);
  if (flow.link) {
    const { session, identity } = flow.link;
    // "added": the account had it already.
    if (identity || searchParams.has("added"))
      return toProgram(flow, { code: await newCode(db(), session, flow) });
    const [error = "access_denied"] = /^[a-z_]+$/.exec(searchParams.get("error") ?? "") ?? [];
    return toProgram(flow, { error });
  }
  const code = await db()
    .transaction()
    .execute(async (trx) => {
      const session = await trx
        .updateTable("sessions")
        .set({
          token: randomBytes(24).toString("base64url"),
          // If the program does not come for it.
          expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
        })
        .where("token", "=", sessionTokenOf(request)?.token ?? "")
        .where("created_at", ">", new Date(flow.began))
        .where("expires_at", ">", sql<Date>`now()`)
        .returning("id")
        .executeTakeFirst();
      return session && newCode(trx, session.id, flow);
    });
  if (code === undefined) return toProgram(flow, { error: "access_denied" });
  return toProgram(flow, { code }, new Headers({ "set-cookie": setCookie(SESSION_COOKIE, "", 0) }));
}

async function newCode(queries: Queries, session: string, { code_challenge, link }: Flow): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const value = { session, code_challenge, used: false, identity: link?.identity };
  await queries
    .insertInto("verifications")
    .values({
      identifier: identifierOf(code),
      value: JSON.stringify(value),
      expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
    })
    .execute();
  return code;
}

const codeSchema = z.object({
  session: z.string(),
  code_challenge: z.string(),
  used: z.boolean(),
  identity: identitySchema.optional(),
});

const identifierOf = (code: string) => `program-code ${hashOf(code)}`;

/**
 * Takes the code of a sign-in, once, for its session. That of a linking links the identity.
 * @returns the token of the session
 * @throws Refused "too_often"; "identity_taken"; "code_invalid": for a used code, or the verifier of another program, the session ends: two programs have
 * the code.
 */
export async function takeCode(request: Request, code: string, verifier: string): Promise<string> {
  await limit("token_client", clientAddress(request));
  const session = await db()
    .transaction()
    .execute(async (trx) => {
      const row = await trx
        .selectFrom("verifications")
        .select(["id", "value", sql<boolean>`expires_at > now()`.as("isFresh")])
        .where("identifier", "=", identifierOf(code))
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const stored = codeSchema.parse(JSON.parse(row.value));
      if (stored.used || !row.isFresh || hashOf(verifier) !== stored.code_challenge) {
        await trx.deleteFrom("sessions").where("id", "=", stored.session).execute();
        return null;
      }
      const value = JSON.stringify({ ...stored, used: true });
      await trx.updateTable("verifications").set({ value }).where("id", "=", row.id).execute();
      const session = await extendSession(trx, stored.session, holderOf(request));
      if (session && stored.identity) await link(trx, request, session.user_id, stored.identity);
      return session;
    });
  if (!session) throw new Refused("code_invalid");
  return session.token;
}
