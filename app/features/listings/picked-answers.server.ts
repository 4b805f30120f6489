import { data, redirect } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { DatabaseUnavailable } from "#app/platform/database-unavailable.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { TOGGLE_TOAST_MS, type Toast } from "#app/ui/toast.ts";
import type { BulkAnswer } from "./picked.ts";

/** A form that was sent without JavaScript is redirected to `path`, where a toast shows the result. */
export function bulkDone(
  request: Request,
  path: string,
  title: string,
  restorable: readonly string[] = [],
  headers = new Headers(),
) {
  if (isNavigation(request)) return redirect(path, { headers: flash(headers, { title, kind: "success" }) });
  return data({ ok: true, title, restorable } satisfies BulkAnswer, { headers });
}

export function notDone(status: number, title: string, message: string) {
  return data({ ok: false as const, title, message }, { status });
}

/**
 * The answer to a change that failed: why it was refused, or else `message`, and the error is logged as `what`.
 * @throws DatabaseUnavailable, which becomes a 503 (decision 0053)
 */
export function notDoneAfter(error: unknown, message: string, what: string) {
  if (error instanceof Refused) return notDone(error.status, m.ui_error(), error.message);
  if (error instanceof DatabaseUnavailable) throw error;
  logger.error({ err: error }, what);
  return notDone(500, m.ui_error(), message);
}

type ToggleAnswer = ReturnType<
  typeof data<{ readonly ok: boolean; readonly title: string; readonly message?: string }>
>;

/**
 * The answer for a script that pressed a `ToggleButton`. Its toast is in the answer (`showAnswer`), because the button
 * may be gone with its card.
 */
export function toggled(answer: ToggleAnswer) {
  const { ok, title, message: description } = answer.data;
  const toast: Toast = {
    title,
    description,
    tone: ok ? "plain" : "danger",
    milliseconds: TOGGLE_TOAST_MS,
  };
  return data({ ...answer.data, toast }, answer.init ?? undefined);
}
