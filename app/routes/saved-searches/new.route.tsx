import { data, redirect } from "react-router";
import { privateHeaders } from "#app/features/accounts/answers.server.ts";
import { limitSaves, tooMany } from "#app/features/search/saved/answers.server.ts";
import { type Asked, readAddress } from "#app/features/search/saved/asked.server.ts";
import { saveSearch } from "#app/features/search/saved/commands.server.ts";
import { presentAsks, proposedName } from "#app/features/search/saved/present.server.ts";
import { LONGEST_FIELD, SAVED_FIELDS, savedName } from "#app/features/search/saved/schema.ts";
import { SavedForm } from "#app/features/search/saved/ui/saved-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/new.route";

function askedBy(request: Request): Asked {
  const asked = readAddress(new URL(request.url).searchParams.get("of") ?? "");
  if (!asked) throw problem(404, { message: m.saved_no_search() });
  return asked;
}

/** Saves a search under a name; sign-in leads back here. Opening the page saves nothing. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireViewer(request);
  const asked = askedBy(request);
  return { address: asked.address, asks: presentAsks(asked), name: proposedName(asked) };
}

export async function action({ request }: Route.ActionArgs) {
  const viewer = await requireViewer(request);
  const asked = askedBy(request);
  const form = (await readForm(request, SAVED_FIELDS, LONGEST_FIELD)) ?? new FormData();
  const tell = form.get("tell") === "on";
  const typed = String(form.get("name") ?? "");
  const name = savedName.safeParse(typed);
  if (!name.success) {
    return data({ typed, tell, error: name.error.issues[0]?.message, problem: null }, { status: 400 });
  }
  const hurry = await limitSaves(viewer);
  if (hurry) return data({ typed, tell, error: undefined, problem: hurry }, { status: 429 });
  const saved = await saveSearch(viewer, asked, { name: name.data, tell });
  if (!saved) {
    return data({ typed, tell, error: undefined, problem: tooMany() }, { status: 409 });
  }
  const title = saved.isNew ? m.search_saved_now() : m.search_saved_before();
  return redirect(asked.address, { headers: flash(new Headers(), { title, kind: "success" }) });
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.search_save());
}

export default function NewSavedSearchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { address, asks, name } = loaderData;
  return (
    <div className="wrap pb-16">
      <PageTitle title={m.search_save()} />
      <SavedForm
        asks={asks}
        name={actionData?.typed ?? name}
        tell={actionData?.tell ?? true}
        error={actionData?.error}
        problem={actionData?.problem}
        back={{ to: address, label: m.saved_back_to_search() }}
      />
    </div>
  );
}
