import { redirect } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
import { pageOf } from "#app/platform/session.server.ts";
import type { Toast } from "#app/ui/toast.ts";

function jsonAnswer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}

export function signedOut(): Response {
  return jsonAnswer({ error: m.picture_sign_in() }, 401);
}

/** Does not reveal whether the listing or upload does not exist, or belongs to another user. */
export function notFound(): Response {
  return jsonAnswer({ error: m.picture_gone() }, 404);
}

/**
 * The response to a retry of pictures: JSON for a script. A browser without JavaScript is redirected to the page with
 * the form, where a toast shows the result.
 * @param refused why nothing is retried; null when the retry was started
 */
export function answered(request: Request, refused: { error: string; status: number } | null): Response {
  const message = refused
    ? { title: m.ui_error(), description: refused.error }
    : { title: m.picture_retry_started() };
  if (isNavigation(request)) {
    const headers = flash(new Headers(), { ...message, kind: refused ? "error" : "success" });
    return redirect(safeNext(pageOf(request)), { headers });
  }
  const toast: Toast = { ...message, tone: refused ? "danger" : "plain" };
  return refused
    ? jsonAnswer({ error: refused.error, toast }, refused.status)
    : jsonAnswer({ ok: true, toast }, 200);
}
