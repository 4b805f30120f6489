import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { markRead } from "./commands.server.ts";
import { markSchema } from "./schema.ts";

/**
 * Marks the notifications that a form names as read.
 * @throws Refused when the form is invalid, or `markRead` refuses it
 */
export async function markReadFromForm(viewer: Viewer, form: FormData | null): Promise<void> {
  const mark = markSchema.safeParse(Object.fromEntries(form ?? []));
  if (!mark.success) throw new Refused("notices_bad_request");
  await markRead(viewer, mark.data);
}

const HEADERS = { "cache-control": "no-store" };

/** Answers a request of a script with JSON: the result of `run`, or an error. A visitor gets 401. */
export async function answer(
  viewer: Viewer | null,
  run: (viewer: Viewer) => Promise<object>,
): Promise<Response> {
  if (!viewer) return Response.json({ error: m.notices_sign_in() }, { status: 401, headers: HEADERS });
  const result = await orRefused(run(viewer));
  if (!(result instanceof Refused)) return Response.json(result, { headers: HEADERS });
  return Response.json({ error: result.message }, { status: result.status, headers: HEADERS });
}
