import { loadedWith } from "#app/domain/edit-merge.ts";
import { readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { changeSaved, type SavedSearchSettings } from "#app/features/saved-searches/commands.server.ts";
import { presentCriteria } from "#app/features/saved-searches/present.server.ts";
import { savedSearchOf } from "#app/features/saved-searches/queries.server.ts";
import { savedForm } from "#app/features/saved-searches/schema.ts";
import { SavedForm } from "#app/features/saved-searches/ui/saved-form.tsx";
import { SAVED_PATH } from "#app/features/saved-searches/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
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

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: savedForm,
    coerces: false,
    async stored(viewer) {
      const saved = await savedSearchOf(viewer.id, params.id);
      if (!saved) throw new Refused("saved_gone");
      return textsOf(saved);
    },
    async command(input, viewer) {
      await changeSaved(viewer, params.id, input);
      return { to: SAVED_PATH, toast: { title: m.saved_changed(), tone: "good" } };
    },
  });
}

export function meta() {
  return titled(m.saved_edit_title());
}

export default function EditSavedSearchPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.saved_edit_title()} />
      <SavedForm {...loaderData} answer={actionData} back={{ to: SAVED_PATH, label: m.ui_cancel() }} />
    </div>
  );
}
