import type { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, formIn } from "#app/platform/body.server.ts";
import { problem, refusalOf } from "#app/platform/problem.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";

/** A message of 4,000 characters, each written as %F0%9F%8E%BE, its id, and its photos. */
const LIMITS = { bytes: 64 * 1024, fields: 100 };

/**
 * Answers a call of the page's own code with JSON: what `run` returns, or `{ error }` with the sentence and the
 * status of what it threw. 401 when nobody is signed in.
 */
export async function answer(request: Request, run: (viewer: Viewer) => Promise<object>): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return json({ error: m.chat_sign_in_text() }, 401);
  try {
    return json(await run(viewer), 200);
  } catch (refused) {
    const refusal = await refusalOf(refused);
    if (!refusal) throw refused;
    return json({ error: refusal.message }, refusal.status);
  }
}

/** Its length is said, so that what is too short for it is not compressed. */
function json(answer: object, status: number): Response {
  const text = JSON.stringify(answer);
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
  };
  return new Response(text, { status, headers });
}

/**
 * The form that a request brings, checked.
 * @throws 405 not a POST, 413 too large, 400 no form, 422 with the first fault's sentence
 */
export async function formOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await fieldsOf(request));
  if (parsed.success) return parsed.data;
  throw problem(422, { message: parsed.error.issues[0]?.message ?? m.chat_bad_request() });
}

/** The fields of a form as they were sent. */
export async function fieldsOf(request: Request): Promise<Record<string, FormDataEntryValue>> {
  if (request.method !== "POST") throw problem(405, { message: m.chat_bad_request() });
  const form = await formIn(request, LIMITS).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? problem(413, { message: m.chat_too_large() }) : error;
  });
  if (!form) throw problem(400, { message: m.chat_bad_request() });
  return Object.fromEntries(form);
}

/**
 * The room that an address names.
 * @throws 404 what cannot be the id of one
 */
export function roomIdOf(params: { roomId: string }): string {
  if (isId(params.roomId)) return params.roomId.toLowerCase();
  throw problem(404, { message: m.chat_room_gone() });
}
