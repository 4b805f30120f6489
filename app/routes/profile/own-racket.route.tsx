import { data, href, Link, redirect } from "react-router";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { modelPath } from "#app/domain/categories/paths.ts";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { ownRacketFields, readOwnRacketValues } from "#app/domain/models/own-racket.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { presentField } from "#app/features/listings/form-view.server.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { fieldLabel, requiredText } from "#app/features/listings/texts.server.ts";
import { CardRows } from "#app/features/listings/ui/card-rows.tsx";
import { alikeOnOffer } from "#app/features/model-pages/alike.server.ts";
import { modelOfText } from "#app/features/model-pages/compared.server.ts";
import {
  type OwnRacket,
  ownRacketCategory,
  ownRacketOf,
  saveOwnRacket,
} from "#app/features/model-pages/own-racket.server.ts";
import { OwnRacketForm } from "#app/features/model-pages/ui/own-racket-form.tsx";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { m } from "#app/paraglide/messages.js";
import { EDIT_FIELDS, mergeStored } from "#app/platform/edits.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { conflictsIn } from "#app/ui/edit-conflicts.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/own-racket.route";

const LONGEST_VALUE = 500;

export const middleware = [signedIn];

/** /profile/played: the racket that the viewer plays, its twins, and rackets that play alike. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const definition = ownRacketCategory();
  if (!definition) throw new Refused("home_not_found");
  const own = await ownRacketOf(viewer.id);
  const alike = own
    ? await alikeOnOffer(definition, { modelId: own.model.id, attributes: own.values }, viewer)
    : { twins: [], close: [] };
  const texts = textsOf(definition, own);
  return {
    ...alike,
    favorites: await favoritesAmong(viewer, [...alike.twins, ...alike.close]),
    type: definition.type,
    model: own && { title: modelTitle(own.model), path: modelPath(definition, own.model.slug) },
    values: { model: "", ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) },
    loaded: loadedWith(texts),
    fields: ownRacketFields(definition).flatMap((name) => presentField(definition, name) ?? []),
  };
}

/** The fields of the form as they are stored. */
function textsOf(definition: CategoryDefinition, own: OwnRacket | null): Record<string, string> {
  const fields = ownRacketFields(definition).map((name) => [name, String(own?.values[name] ?? "")]);
  return { model: own ? modelTitle(own.model) : "", ...Object.fromEntries(fields) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const definition = ownRacketCategory();
  if (!definition) throw new Refused("home_not_found");
  const names = ["model", ...ownRacketFields(definition)];
  const form = await readForm(request, [...names, ...EDIT_FIELDS, "intent"], LONGEST_VALUE);
  if (!form) {
    return data({ values: undefined, errors: {}, problem: m.auth_form_broken() }, { status: 400 });
  }
  const isRemoval = form.get("intent") === "remove";
  const conflicts = isRemoval ? [] : mergeStored(form, textsOf(definition, await ownRacketOf(viewer.id)));
  const loaded = String(form.get("loaded") ?? "");
  const values: Record<string, string> = Object.fromEntries(
    names.map((name) => [name, String(form.get(name) ?? "")]),
  );
  const refused = (errors: Readonly<Record<string, string>>, problem: string | null, status: number) =>
    data({ values, loaded, conflicts, errors, problem }, { status });
  if (conflicts.length > 0) return refused({}, null, 409);
  const model = isRemoval ? null : (modelOfText(await catalogueFor(definition), values.model ?? "") ?? null);
  if (!model && !isRemoval) return refused({ model: m.model_not_found() }, null, 400);
  const read = model && readOwnRacketValues(definition, model, values);
  if (read && "issues" in read) {
    const texts = Object.entries(read.issues).map(([name, issue]) => {
      const label = fieldLabel(definition, name);
      return [name, issueText(issue, { label, requiredText: requiredText(label) })];
    });
    return refused(Object.fromEntries(texts), null, 400);
  }
  const saved = await orRefused(saveOwnRacket(viewer, model && read && { model, values: read.values }));
  if (saved instanceof Refused) return refused({}, saved.message, saved.status);
  const title = isRemoval ? m.played_removed() : m.played_saved();
  return redirect(href("/profile/played"), { headers: flash(new Headers(), { title, kind: "success" }) });
}

export function meta() {
  return titled(m.played_title());
}

export default function OwnRacketPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { values = page.values, loaded = page.loaded } = (actionData ?? {}) as Partial<typeof page>;
  return (
    <div className="grid gap-10">
      <Panel aria-labelledby="played">
        <h1 id="played" className="text-heading">
          {m.played_title()}
        </h1>
        <p className="mt-1 mb-5 text-soft">
          {page.model ? (
            <Link to={page.model.path} className="text-link underline underline-offset-4">
              {page.model.title}
            </Link>
          ) : (
            m.played_lead()
          )}
        </p>
        <OwnRacketForm
          // A new key restarts the form with the saved values, or with the refused ones.
          key={JSON.stringify([values, loaded])}
          type={page.type}
          values={values}
          loaded={loaded}
          conflicts={conflictsIn(actionData)}
          errors={{ ...actionData?.errors, ...(actionData?.problem && { "": actionData.problem }) }}
          fields={page.fields}
          isSaved={page.model !== null}
        />
      </Panel>
      {page.model && page.twins.length + page.close.length === 0 && (
        <p className="text-soft">{m.played_nothing()}</p>
      )}
      <CardRows
        narrow
        corner={(card) => (
          <FavoriteHeart listing={card} favorite={page.favorites.includes(card.id)} signedIn />
        )}
        rows={[
          { id: "twins", title: m.model_twins(), cards: page.twins },
          { id: "close", title: m.model_closest(), cards: page.close },
        ]}
      />
    </div>
  );
}
