import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { limitMessage } from "#app/platform/rate-limit.server.ts";
import { markRead } from "./commands.server.ts";
import { markSchema } from "./schema.ts";

interface Refusal {
  readonly status: 404 | 422 | 429;
  /** A sentence for a person. */
  readonly error: string;
}

/** Marks what a form names. Null when it is done. */
export async function markAsked(viewer: Viewer, form: FormData | null): Promise<Refusal | null> {
  const mark = markSchema.safeParse(Object.fromEntries(form ?? []));
  if (!mark.success) return { status: 422, error: m.notices_bad_request() };
  const limitSaves = await limitMessage("notice_mark", viewer.id);
  if (limitSaves !== null) return { status: 429, error: limitSaves };
  return (await markRead(viewer, mark.data)) ? null : { status: 404, error: m.notices_gone() };
}

const HEADERS = { "cache-control": "no-store" };

/** Answers the pages' own code: with what `run` returns, or 401 when nobody is signed in. */
export async function answer(
  viewer: Viewer | null,
  run: (viewer: Viewer) => Promise<object | Refusal>,
): Promise<Response> {
  if (!viewer) return Response.json({ error: m.notices_sign_in() }, { status: 401, headers: HEADERS });
  const said = await run(viewer);
  if (!("error" in said)) return Response.json(said, { headers: HEADERS });
  return Response.json({ error: said.error }, { status: said.status, headers: HEADERS });
}
