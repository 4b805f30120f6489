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
  if (isNavigation(request)) {
    const message = refused
      ? ({ title: m.ui_error(), description: refused.error, kind: "error" } as const)
      : ({ title: m.picture_retry_started(), kind: "success" } as const);
    return redirect(safeNext(pageOf(request)), { headers: flash(new Headers(), message) });
  }
  if (!refused) {
    const toast: Toast = { title: m.picture_retry_started() };
    return jsonAnswer({ ok: true, toast }, 200);
  }
  const { error, status } = refused;
  const toast: Toast = { title: m.ui_error(), description: error, tone: "danger" };
  return jsonAnswer({ error, toast }, status);
}
