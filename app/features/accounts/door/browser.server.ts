import type { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { challengeCookieName, sessionCookieName } from "#app/platform/auth-cookies.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { currentRequest } from "#app/platform/request-context.server.ts";
import { isConfirmed, signedToken } from "#app/platform/session.server.ts";

const SENT = ["x-client-ip", "user-agent", "accept-language"];

/**
 * The request as the browser of its session would send it, for commands and Better Auth, which read cookies. Its own
 * cookies are left out: they do not count here.
 * @param challenge the value of the cookie between the first step and the second factor
 */
export function asBrowser(request: Request, challenge?: string): Request {
  const headers = new Headers();
  for (const name of SENT) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const session = currentRequest()?.session;
  const cookies = [
    ...(session ? [`${sessionCookieName()}=${signedToken(session.token).value}`] : []),
    ...(challenge === undefined ? [] : [`${challengeCookieName()}=${challenge}`]),
  ];
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return new Request(request.url, { method: request.method, headers });
}

/**
 * `requireConfirmed` for programs: their person signed in, or proved who they are, in the last minutes.
 * @throws Refused "reauthentication_needed"
 */
export async function requireProof(request: Request): Promise<void> {
  if (!(await isConfirmed(request))) throw new Refused("reauthentication_needed");
}

/**
 * What a command says about a field of its form, beside the field of the request that has its value.
 * @param fields by the names in the form: {identifier: "email"}
 */
export async function withFields<Result>(
  fields: Readonly<Record<string, string>>,
  command: Promise<Result>,
): Promise<Result> {
  try {
    return await command;
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== "invalid") throw error;
    const field = error.field === null ? undefined : (fields[error.field] ?? error.field);
    throw new Refused("invalid", { fault: error.message, field });
  }
}

/** A part of the body by a schema that depends on other parts, or on the person. @throws Faulty */
export function bodyOf<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Faulty("body", parsed.error);
  return parsed.data;
}

/**
 * The person who is signed in, for operations that people without a session may call too.
 * @throws Refused "key_missing"; "session_needed" for a key
 */
export function sessionViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new Refused("key_missing");
  if (!currentRequest()?.session) throw new Refused("session_needed");
  return viewer;
}
