import { href } from "react-router";
import { z } from "zod";
import { cookieIn } from "#app/domain/cookie-name.ts";
import { setCookie } from "#app/platform/cookies.server.ts";
import { appPath } from "#app/platform/locale.server.ts";
import type { NewIdentity } from "#app/platform/providers.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";

const COOKIE = "app-sign-in";
/** From the program to the provider and back, perhaps with a second factor or a mail in between. */
const FLOW_SECONDS = 1800;

/** An account at a provider (`NewIdentity`). */
export const identitySchema = z.object({ provider_id: z.string(), account_id: z.string() });

const flowSchema = z.object({
  redirect_to: z.string(),
  code_challenge: z.string(),
  began: z.number(),
  link: z.object({ session: z.string(), user: z.string(), identity: identitySchema.optional() }).optional(),
});

/** A visit to a provider in a browser, for the program at `redirect_to`. */
export interface Flow {
  readonly redirect_to: string;
  /** The SHA-256 of a secret of the program, in base64url (RFC 7636). */
  readonly code_challenge: string;
  /** For linking: the session of the program and its user. The browser has no session of this user. */
  readonly link?:
    | {
        readonly session: string;
        readonly user: string;
        /** What the provider has answered. It is linked when the program sends the code. */
        readonly identity?: NewIdentity | undefined;
      }
    | undefined;
}

const signedText = (flow: string) => `sign-in for a program ${flow}`;

/** The Set-Cookie value that keeps a flow in its browser. */
export function flowCookie(flow: Flow): string {
  const text = Buffer.from(JSON.stringify({ began: Date.now(), ...flow })).toString("base64url");
  return setCookie(COOKIE, `${text}.${signatureOf(signedText(text))}`, FLOW_SECONDS);
}

export const ENDED_FLOW = () => setCookie(COOKIE, "", 0);

/** The flow that this browser is in; null for none. */
export function flowOf(request: Request): (Flow & { readonly began: number }) | null {
  const [flow = "", signature = ""] = (cookieIn(request.headers.get("cookie"), COOKIE) ?? "").split(".");
  if (!isSignatureOf(signedText(flow), signature)) return null;
  const { success, data } = flowSchema.safeParse(JSON.parse(Buffer.from(flow, "base64url").toString()));
  return success && Date.now() - data.began < FLOW_SECONDS * 1000 ? data : null;
}

/** Whether a visit to a provider leads back to a program. */
export function leadsToProgram(next: string | null): boolean {
  return next !== null && appPath(next).split("?")[0] === href("/return-to-app");
}
