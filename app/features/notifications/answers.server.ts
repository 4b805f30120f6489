import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { limitMessage } from "#app/platform/rate-limit.server.ts";
import { markRead } from "./commands.server.ts";
import { markSchema } from "./schema.ts";

interface Refusal {
  readonly status: 404 | 422 | 429;
  readonly error: string;
}

/** Marks the notifications of a form as read. Returns null on success. */
export async function markAsked(viewer: Viewer, form: FormData | null): Promise<Refusal | null> {
  const mark = markSchema.safeParse(Object.fromEntries(form ?? []));
  if (!mark.success) return { status: 422, error: m.notices_bad_request() };
  const limitSaves = await limitMessage("notice_mark", viewer.id);
  if (limitSaves !== null) return { status: 429, error: limitSaves };
  return (await markRead(viewer, mark.data)) ? null : { status: 404, error: m.notices_gone() };
}

const HEADERS = { "cache-control": "no-store" };

/** Answers a script with the result of `run`, or with 401 when the user is signed out. */
export async function answer(
  viewer: Viewer | null,
  run: (viewer: Viewer) => Promise<object | Refusal>,
): Promise<Response> {
  if (!viewer) return Response.json({ error: m.notices_sign_in() }, { status: 401, headers: HEADERS });
  const said = await run(viewer);
  if (!("error" in said)) return Response.json(said, { headers: HEADERS });
  return Response.json({ error: said.error }, { status: said.status, headers: HEADERS });
}
