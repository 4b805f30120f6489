import type { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, formIn } from "#app/platform/body.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";

/** The limits of a form: enough for a message of 4,000 URL-encoded emoji, its id, and its photos. */
const LIMITS = { bytes: 64 * 1024, fields: 100 };

/**
 * Answers a request of a script with JSON: the result of `run`, or `{ error }` with the message of a refusal. A visitor
 * gets 401.
 */
export async function answer(request: Request, run: (viewer: Viewer) => Promise<object>): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return json({ error: m.chat_sign_in_text() }, 401);
  const result = await orRefused(run(viewer));
  return result instanceof Refused ? json({ error: result.message }, result.status) : json(result, 200);
}

/** Sets the content length, so that the server does not compress short answers. */
function json(answer: object, status: number): Response {
  const text = JSON.stringify(answer);
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
  };
  return new Response(text, { status, headers });
}

/** @throws 405 not a POST, 413 too large, 400 no form, 422 with the message of the first fault */
export async function formOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await fieldsOf(request));
  if (parsed.success) return parsed.data;
  throw new Refused("invalid", { fault: parsed.error.issues[0]?.message ?? m.chat_bad_request() });
}

export async function fieldsOf(request: Request): Promise<Record<string, FormDataEntryValue>> {
  if (request.method !== "POST") throw new Refused("chat_not_a_post");
  const form = await formIn(request, LIMITS).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Refused("chat_too_large") : error;
  });
  if (!form) throw new Refused("chat_bad_request");
  return Object.fromEntries(form);
}

/**
 * The id of the room in a URL.
 * @throws 404 an invalid id
 */
export function roomIdOf(params: { roomId: string }): string {
  if (isId(params.roomId)) return params.roomId.toLowerCase();
  throw new Refused("chat_room_gone");
}
