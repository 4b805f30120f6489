import { data, href, redirect } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation } from "#app/platform/form.server.ts";
import { limitMessage } from "#app/platform/rate-limit.server.ts";
import { pageOf } from "#app/platform/session.server.ts";

import { MAX_SAVED } from "./rules.ts";
import type { SavedAnswer } from "./view.ts";

/** The answer to a change: a script is told, a form goes back to its page, which tells. */
export function savedAnswer(request: Request, answer: SavedAnswer, status = 200) {
  if (!isNavigation(request)) return data(answer, { status });
  const message = answer.ok
    ? ({ title: answer.title, kind: "success" } as const)
    : ({ title: answer.title, description: answer.message, kind: "error" } as const);
  return redirect(safeNext(pageOf(request)), { headers: flash(new Headers(), message) });
}

export function refusal(message: string): SavedAnswer {
  return { ok: false, title: m.ui_error(), message };
}

/** Counts a change by this person; what is said when it is one too many. */
export async function limitSaves(viewer: Viewer): Promise<SavedAnswer | null> {
  const said = await limitMessage("saved_search", viewer.id);
  return said === null ? null : refusal(said);
}

export function tooMany(): SavedAnswer {
  return { ok: false, title: m.saved_too_many(), message: m.saved_too_many_text({ most: MAX_SAVED }) };
}

/** The page that saves a search by its address: what signing in leads back to. */
export function newPath(address: string): string {
  return `${href("/search/saved/new")}?${new URLSearchParams({ of: address })}`;
}
