import { data, href, redirect } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
import type { Refused } from "#app/platform/refused.server.ts";
import { pageOf } from "#app/platform/session.server.ts";
import type { SavedAnswer } from "./view.ts";

/** A form that was sent without JavaScript is redirected to its page, which shows a message. */
export function savedAnswer(request: Request, answer: SavedAnswer, status = 200) {
  if (!isNavigation(request)) return data(answer, { status });
  const message = answer.ok
    ? ({ title: answer.title, kind: "success" } as const)
    : ({ title: answer.title, description: answer.message, kind: "error" } as const);
  return redirect(safeNext(pageOf(request)), { headers: flash(new Headers(), message) });
}

export function badRequest(request: Request, message: string, status = 400) {
  return savedAnswer(request, { ok: false, title: m.ui_error(), message }, status);
}

export function refusalText({ reason, message }: Refused): SavedAnswer & { ok: false } {
  return { ok: false, title: reason === "saved_too_many" ? m.saved_too_many() : m.ui_error(), message };
}

/** The page that saves a search. A visitor signs in first, and then returns to it. */
export function newPath(address: string): string {
  return `${href("/search/saved/new")}?${new URLSearchParams({ of: address })}`;
}
