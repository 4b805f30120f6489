import { redirect } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { badRequest, newPath, refusalText, savedAnswer } from "#app/features/search/saved/answers.server.ts";
import { readAddress } from "#app/features/search/saved/canonical-search.server.ts";
import { changeSaved, removeSaved, saveSearch } from "#app/features/search/saved/commands.server.ts";
import { proposedName } from "#app/features/search/saved/present.server.ts";
import { LONGEST_FIELD, SAVED_FIELDS, savedName } from "#app/features/search/saved/schema.ts";
import { SAVED_PATH } from "#app/features/search/saved/view.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import type { Route } from "./+types/saved.route.ts";

/** The saved searches are a tab of the favourites page. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  return redirect(SAVED_PATH);
}

/** Saving also restores a removed search. */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  const form = (await readForm(request, SAVED_FIELDS, LONGEST_FIELD)) ?? new FormData();
  if (!viewer) return signedOut(request, form);
  const answer = await orRefused(change(request, viewer, form));
  return answer instanceof Refused ? savedAnswer(request, refusalText(answer), answer.status) : answer;
}

async function change(request: Request, viewer: Viewer, form: FormData) {
  switch (form.get("intent")) {
    case "save":
      return save(request, viewer, form);
    case "remove":
      return remove(request, viewer, String(form.get("id")));
    case "notify":
      return setNotified(request, viewer, form);
    default:
      return badRequest(request, m.saved_not_understood());
  }
}

function signedOut(request: Request, form: FormData) {
  if (!isNavigation(request)) return badRequest(request, m.saved_sign_in(), 401);
  const canonical = readAddress(String(form.get("of")));
  const next = canonical ? newPath(canonical.address) : SAVED_PATH;
  return signInRedirect(next);
}

async function save(request: Request, viewer: Viewer, form: FormData) {
  const canonical = readAddress(String(form.get("of")));
  if (!canonical) return badRequest(request, m.saved_no_search());
  const name = form.has("name") ? savedName.safeParse(form.get("name")) : null;
  if (name && !name.success) return badRequest(request, name.error.issues[0]?.message ?? "");
  const saved = await saveSearch(viewer, canonical, {
    name: name?.data ?? (await proposedName(canonical)),
    notify: form.get("notify") !== "off",
  });
  const title = saved.isNew ? m.search_saved_now() : m.search_saved_before();
  return savedAnswer(request, { ok: true, did: "saved", title });
}

async function remove(request: Request, viewer: Viewer, id: string) {
  const removed = await removeSaved(viewer, id);
  const undo = { of: removed.address, name: removed.name, notify: removed.notify ? "on" : "off" } as const;
  return savedAnswer(request, { ok: true, did: "removed", title: m.search_saved_removed(), undo });
}

async function setNotified(request: Request, viewer: Viewer, form: FormData) {
  const on = form.get("notify") === "on";
  await changeSaved(viewer, String(form.get("id")), { notify: on });
  const title = on ? m.saved_notify_is_on() : m.saved_notify_is_off();
  return savedAnswer(request, { ok: true, did: "changed", title });
}
