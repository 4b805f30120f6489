import type { ComponentProps } from "react";
import { data, redirect } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { refusalText } from "#app/features/search/saved/answers.server.ts";
import { readAddress } from "#app/features/search/saved/canonical-search.server.ts";
import { changeSaved, type SavedSearchSettings } from "#app/features/search/saved/commands.server.ts";
import { presentCriteria } from "#app/features/search/saved/present.server.ts";
import { savedSearchOf } from "#app/features/search/saved/queries.server.ts";
import { LONGEST_FIELD, SAVED_FIELDS, savedName } from "#app/features/search/saved/schema.ts";
import { SavedForm } from "#app/features/search/saved/ui/saved-form.tsx";
import { SAVED_PATH } from "#app/features/search/saved/view.ts";
import { m } from "#app/paraglide/messages.js";
import { EDIT_FIELDS, mergeStored } from "#app/platform/edits.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/edit.route";

export const middleware = [signedIn];

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const saved = await savedSearchOf(viewer.id, params.id);
  if (!saved) throw new Refused("saved_gone");
  const canonical = readAddress(saved.address);
  const criteria = canonical ? await presentCriteria(canonical) : [];
  return { criteria, name: saved.name, notify: saved.notify, loaded: loadedWith(textsOf(saved)) };
}

function textsOf({ name, notify }: SavedSearchSettings) {
  return { name, notify: notify ? "on" : "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const form = await readForm(request, [...SAVED_FIELDS, ...EDIT_FIELDS], LONGEST_FIELD);
  if (!form) {
    const problem = { ok: false, title: m.ui_error(), message: m.auth_form_broken() } as const;
    return data({ typed: undefined, error: undefined, problem }, { status: 400 });
  }
  const saved = await savedSearchOf(viewer.id, params.id);
  if (!saved) throw new Refused("saved_gone");
  const conflicts = mergeStored(form, textsOf(saved));
  const loaded = String(form.get("loaded"));
  const notify = form.get("notify") === "on";
  const typed = String(form.get("name") ?? "");
  if (conflicts.length > 0) return data({ typed, notify, loaded, conflicts }, { status: 409 });
  const name = savedName.safeParse(typed);
  if (!name.success)
    return data({ typed, notify, loaded, error: name.error.issues[0]?.message }, { status: 400 });
  const changed = await orRefused(changeSaved(viewer, params.id, { name: name.data, notify }));
  if (changed instanceof Refused) {
    if (changed.status === 404) throw changed;
    return data({ typed, notify, loaded, problem: refusalText(changed) }, { status: changed.status });
  }
  return redirect(SAVED_PATH, {
    headers: flash(new Headers(), { title: m.saved_changed(), kind: "success" }),
  });
}

export function meta() {
  return titled(m.saved_edit_title());
}

type Answer = Partial<
  Pick<ComponentProps<typeof SavedForm>, "notify" | "loaded" | "conflicts" | "error" | "problem">
> & {
  readonly typed?: string;
};

export default function EditSavedSearchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { criteria, name, notify } = loaderData;
  const answer: Answer = actionData ?? {};
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.saved_edit_title()} />
      <SavedForm
        criteria={criteria}
        name={answer.typed ?? name}
        notify={answer.notify ?? notify}
        loaded={answer.loaded ?? loaderData.loaded}
        conflicts={answer.conflicts}
        error={answer.error}
        problem={answer.problem}
        back={{ to: SAVED_PATH, label: m.ui_cancel() }}
      />
    </div>
  );
}
