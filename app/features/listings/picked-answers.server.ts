import { data, redirect } from "react-router";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
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
