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

/** Answers a change: a script gets data, and a form is redirected to its page, which shows a message. */
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

/** Counts a change by this user. Returns the refusal when the limit is exceeded. */
export async function limitSaves(viewer: Viewer): Promise<SavedAnswer | null> {
  const said = await limitMessage("saved_search", viewer.id);
  return said === null ? null : refusal(said);
}

export function tooMany(): SavedAnswer {
  return { ok: false, title: m.saved_too_many(), message: m.saved_too_many_text({ most: MAX_SAVED }) };
}

/** The page that saves a search by its address; sign-in leads back to it. */
export function newPath(address: string): string {
  return `${href("/search/saved/new")}?${new URLSearchParams({ of: address })}`;
}
