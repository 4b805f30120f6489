import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { href, redirect, redirectDocument } from "react-router";
import { z } from "zod";
import { cookieIn } from "#app/domain/cookie-name.ts";
import { SESSION_COOKIE } from "#app/platform/auth-cookies.server.ts";
import { setCookie } from "#app/platform/cookies.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { sessionTokenOf, signedToken } from "#app/platform/session.server.ts";
import { hashOf, isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import type { Provider } from "../schema.ts";
import { startLinking, startSocial } from "../social-sign-in.server.ts";
import { asBrowser } from "./browser.server.ts";
import { extendSession, type Holder } from "./tokens.server.ts";

/** The address of the account door. */
export const ACCOUNT_BASE = "/auth/v1";

const COOKIE = "app-sign-in";
/** From the program to the provider and back, perhaps with a second factor or a mail in between. */
const FLOW_SECONDS = 1800;
/** A program sends the code at once. */
const CODE_SECONDS = 60;

const flowSchema = z.object({ redirect_to: z.string(), code_challenge: z.string(), began: z.number() });

/** A sign-in by a provider in a browser, for the program at `redirect_to`. */
interface Flow {
  readonly redirect_to: string;
  /** The SHA-256 of a secret of the program, in base64url (RFC 7636). */
  readonly code_challenge: string;
}

/** Whether a program may be signed in to at this address: one of the shop, or of API_REDIRECTS. */
export function isOpenRedirect(address: string): boolean {
  if (env().apiRedirects.includes(address)) return true;
  return URL.canParse(address) && new URL(address).origin === env().baseUrl;
}

/**
 * Sends a browser to a provider. It comes back by way of the page for programs (`finishForProgram`), after everything that
 * a visitor of the shop passes too: the second factor, the terms, a mail.
 * @throws Refused "provider_missing", "provider_failed"
 */
export async function startForProgram(
  request: Request,
  provider: Provider,
  { redirect_to, code_challenge }: Flow,
): Promise<Response> {
  const { url, headers: started } = await startSocial(asBrowser(request), provider, href("/return-to-app"));
  const flow = Buffer.from(JSON.stringify({ redirect_to, code_challenge, began: Date.now() })).toString(
    "base64url",
  );
  const mark = setCookie(COOKIE, `${flow}.${signatureOf(signedText(flow))}`, FLOW_SECONDS);
  const cookies = [...started.getSetCookie(), mark].map(
    (cookie) => ["set-cookie", cookie] as [string, string],
  );
  return new Response(null, { status: 302, headers: [["location", url], ...cookies] });
}

/**
 * Starts linking a provider's account. The browser that comes back must have the session, so the headers set its cookie.
 * @throws Refused "provider_missing", "provider_failed"
 */
export async function linkForProgram(request: Request, provider: Provider) {
  const page = href("/profile/security/identities");
  const { url, headers } = await startLinking(asBrowser(request), provider, page);
  const { value } = signedToken(sessionTokenOf(request)?.token ?? "");
  headers.append("set-cookie", setCookie(SESSION_COOKIE, value, FLOW_SECONDS));
  return { url, headers };
}

const signedText = (flow: string) => `sign-in for a program ${flow}`;

function flowOf(request: Request): z.output<typeof flowSchema> | null {
  const [flow = "", signature = ""] = (cookieIn(request.headers.get("cookie"), COOKIE) ?? "").split(".");
  if (!isSignatureOf(signedText(flow), signature)) return null;
  const { success, data } = flowSchema.safeParse(JSON.parse(Buffer.from(flow, "base64url").toString()));
  return success && Date.now() - data.began < FLOW_SECONDS * 1000 ? data : null;
}

const codeSchema = z.object({ session: z.string(), code_challenge: z.string(), used: z.boolean() });

/**
 * Hands the session that has begun in this browser over to the program that sent its person here, as a code. The browser
 * keeps no session. A session that was there before counts for nothing: its person did not sign in for the program.
 */
export async function finishForProgram(request: Request): Promise<Response> {
  const flow = flowOf(request);
  if (!flow) return redirect(href("/"));
  const headers = new Headers({ "set-cookie": setCookie(COOKIE, "", 0) });
  const answer = (params: Record<string, string>) => {
    const to = new URL(flow.redirect_to);
    for (const [name, value] of Object.entries(params)) to.searchParams.set(name, value);
    return redirectDocument(to.href, { headers });
  };
  const code = randomBytes(32).toString("base64url");
  const isSignedIn = await db()
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
      if (!session) return false;
      await trx
        .insertInto("verifications")
        .values({
          identifier: identifierOf(code),
          value: JSON.stringify({ session: session.id, code_challenge: flow.code_challenge, used: false }),
          expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
        })
        .execute();
      return true;
    });
  if (!isSignedIn) return answer({ error: "access_denied" });
  headers.append("set-cookie", setCookie(SESSION_COOKIE, "", 0));
  return answer({ code });
}

const identifierOf = (code: string) => `program-code ${hashOf(code)}`;

/**
 * Takes the code of a sign-in, once, for its session.
 * @returns the token of the session
 * @throws Refused "code_invalid". For a used code, or the verifier of another program, the session ends: two programs have
 * the code.
 */
export async function takeCode(code: string, verifier: string, holder: Holder): Promise<string> {
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
      return extendSession(trx, stored.session, holder);
    });
  if (!session) throw new Refused("code_invalid");
  return session.token;
}
