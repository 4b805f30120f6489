import { json } from "#app/features/business/upload/answers.server.ts";
import { changeUpload } from "#app/features/business/upload/commands.server.ts";
import { uploadOf } from "#app/features/business/upload/present.server.ts";
import { intentSchema } from "#app/features/business/upload/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/upload.route.ts";

/** An upload as JSON (`UploadView`); or `{ error }`, a sentence. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return refused(m.upload_fault_signed_out(), 401);
  const view = await uploadOf(viewer, params.id);
  return view ? json(view) : refused(m.upload_gone(), 404);
}

/** Changes an upload by its `intent`; returns `{ ok: true }` or `{ error }`. */
export async function action({ request, params }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return refused(m.upload_fault_signed_out(), 401);
  const form = await readForm(request, ["intent"]);
  const parsed = intentSchema.safeParse({ intent: form?.get("intent") });
  if (!parsed.success) return refused(m.upload_fault_invalid_request(), 400);
  const { intent } = parsed.data;
  const refusal = await orRefused(changeUpload(viewer, params.id, intent));
  return refusal ? refused(refusal.message, refusal.status, refusal.headers) : json({ ok: true });
}

function refused(error: string, status: number, headers: Record<string, string> = {}): Response {
  return json({ error }, status, headers);
}
