import { type CanonicalSearch, readAddress } from "#app/features/saved-searches/canonical-search.server.ts";
import { saveSearch } from "#app/features/saved-searches/commands.server.ts";
import { presentCriteria, proposedName } from "#app/features/saved-searches/present.server.ts";
import { savedForm } from "#app/features/saved-searches/schema.ts";
import { SavedForm } from "#app/features/saved-searches/ui/saved-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
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

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: savedForm,
    coerces: false,
    async command(input, viewer) {
      const canonical = requestedSearch(request);
      const { isNew } = await saveSearch(viewer, canonical, input);
      const title = isNew ? m.search_saved_now() : m.search_saved_before();
      return { to: canonical.address, toast: { title, tone: "good" } };
    },
  });
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
        name={name}
        notify
        answer={actionData}
        back={{ to: address, label: m.saved_back_to_search() }}
      />
    </div>
  );
}
