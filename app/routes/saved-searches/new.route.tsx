import { data, redirect } from "react-router";
import { refusalText } from "#app/features/search/saved/answers.server.ts";
import { type CanonicalSearch, readAddress } from "#app/features/search/saved/canonical-search.server.ts";
import { saveSearch } from "#app/features/search/saved/commands.server.ts";
import { presentCriteria, proposedName } from "#app/features/search/saved/present.server.ts";
import { LONGEST_FIELD, SAVED_FIELDS, savedName } from "#app/features/search/saved/schema.ts";
import { SavedForm } from "#app/features/search/saved/ui/saved-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new.route";

function requestedSearch(request: Request): CanonicalSearch {
  const canonical = readAddress(new URL(request.url).searchParams.get("of") ?? "");
  if (!canonical) throw new Refused("saved_no_search");
  return canonical;
}

export const middleware = [signedIn];

/** A visitor signs in first and then returns here. Opening the page saves nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await context.get(signedInViewer);
  const canonical = requestedSearch(request);
  return {
    address: canonical.address,
    criteria: await presentCriteria(canonical),
    name: await proposedName(canonical),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const canonical = requestedSearch(request);
  const form = await readForm(request, SAVED_FIELDS, LONGEST_FIELD);
  if (!form) {
    const problem = { ok: false, title: m.ui_error(), message: m.auth_form_broken() } as const;
    return data({ typed: undefined, notify: undefined, error: undefined, problem }, { status: 400 });
  }
  const notify = form.get("notify") === "on";
  const typed = String(form.get("name") ?? "");
  const name = savedName.safeParse(typed);
  if (!name.success) {
    return data({ typed, notify, error: name.error.issues[0]?.message, problem: null }, { status: 400 });
  }
  const saved = await orRefused(saveSearch(viewer, canonical, { name: name.data, notify }));
  if (saved instanceof Refused) {
    return data({ typed, notify, error: undefined, problem: refusalText(saved) }, { status: saved.status });
  }
  const title = saved.isNew ? m.search_saved_now() : m.search_saved_before();
  return redirect(canonical.address, { headers: flash(new Headers(), { title, kind: "success" }) });
}

export function meta() {
  return titled(m.search_save());
}

export default function NewSavedSearchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { address, criteria, name } = loaderData;
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.search_save()} />
      <SavedForm
        criteria={criteria}
        name={actionData?.typed ?? name}
        notify={actionData?.notify ?? true}
        error={actionData?.error}
        problem={actionData?.problem}
        back={{ to: address, label: m.saved_back_to_search() }}
      />
    </div>
  );
}
