import { json } from "#app/features/business/upload/answers.server.ts";
import { changeUpload } from "#app/features/business/upload/commands.server.ts";
import { uploadOf } from "#app/features/business/upload/present.server.ts";
import { intentSchema } from "#app/features/business/upload/schema.ts";
import type { UploadIntent } from "#app/features/business/upload/view.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { type LimitName, secondsToWait, tooManyText } from "#app/platform/rate-limit.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/upload.route.ts";

/** The progress of an upload, as JSON; or `{ error }`, a sentence. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return refused(m.upload_fault_signed_out(), 401);
  const view = await uploadOf(viewer, params.id);
  return view ? json(view) : refused(m.upload_gone(), 404);
}

/** Processes the file again, stops it, or deletes it (`intent`); returns `{ ok: true }` or `{ error }`. */
export async function action({ request, params }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return refused(m.upload_fault_signed_out(), 401);
  const form = await readForm(request, ["intent"]);
  const asked = intentSchema.safeParse({ intent: form?.get("intent") });
  if (!asked.success) return refused(m.upload_fault_asked_wrongly(), 400);
  const { intent } = asked.data;
  const seconds = await secondsToWait(LIMITS[intent], viewer.id);
  if (seconds !== null) return refused(tooManyText(seconds), 429, { "retry-after": String(seconds) });
  const changed = await changeUpload(viewer, params.id, intent);
  if (changed === "gone") return refused(m.upload_gone(), 404);
  return changed === "done" ? json({ ok: true }) : refused(m.upload_not_now(), 409);
}

/** Processing a file again is as much work as sending it again, so it has the same limit. */
const LIMITS = {
  update: "stock_upload",
  stop: "stock_write",
  forget: "stock_write",
} as const satisfies Record<UploadIntent, LimitName>;

function refused(error: string, status: number, headers: Record<string, string> = {}): Response {
  return json({ error }, status, headers);
}
