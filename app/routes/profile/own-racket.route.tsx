import { href, Link } from "react-router";
import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { modelPath } from "#app/domain/categories/paths.ts";
import { loadedWith } from "#app/domain/edit-merge.ts";
import type { Catalogue } from "#app/domain/models/catalogue.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { ownRacketFields, readOwnRacketValues } from "#app/domain/models/own-racket.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
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
import { presentField } from "#app/features/sell/form-view.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { faultsOf } from "#app/ui/answer.ts";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/own-racket.route";

export const middleware = [signedIn];

/** /profile/played: the racket that the viewer plays, its twins, and rackets that play alike. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const definition = ownRacketCategory();
  if (!definition) throw new Refused("home_not_found");
  const racket = await ownRacketOf(viewer.id);
  const alike = racket
    ? await alikeOnOffer(definition, { modelId: racket.model.id, attributes: racket.values }, viewer)
    : { twins: [], close: [] };
  const texts = textsOf(definition, racket);
  return {
    ...alike,
    favorites: await favoritesAmong(viewer, [...alike.twins, ...alike.close]),
    type: definition.type,
    model: racket && { title: modelTitle(racket.model), path: modelPath(definition, racket.model.slug) },
    values: { model: "", ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) },
    loaded: loadedWith(texts),
    fields: ownRacketFields(definition).flatMap((name) => presentField(definition, name) ?? []),
  };
}

/** The fields of the form as they are stored. */
function textsOf(definition: CategoryDefinition, racket: OwnRacket | null): Record<string, string> {
  const fields = ownRacketFields(definition).map((name) => [name, String(racket?.values[name] ?? "")]);
  return { model: racket ? modelTitle(racket.model) : "", ...Object.fromEntries(fields) };
}

export function action({ request, context }: Route.ActionArgs) {
  const definition = ownRacketCategory();
  if (!definition) throw new Refused("home_not_found");
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: async () => ownRacketSchema(definition, await catalogueFor(definition)),
    coerces: false,
    stored: async ({ id }, form) =>
      form.get("intent") === "remove" ? null : textsOf(definition, await ownRacketOf(id)),
    command: async (racket, viewer) => {
      await saveOwnRacket(viewer, racket);
      const title = racket ? m.played_saved() : m.played_removed();
      return { to: href("/profile/played"), toast: { title } };
    },
  });
}

/** What a player typed about their racket; null to remove it. */
function ownRacketSchema(definition: CategoryDefinition, catalogue: Catalogue) {
  const text = z.string().default("");
  const texts = Object.fromEntries(ownRacketFields(definition).map((name) => [name, text]));
  return z
    .object({ intent: z.enum(["save", "remove"]), model: text, ...texts })
    .transform(({ intent, ...values }, context) => {
      if (intent === "remove") return null;
      const fault = (name: string, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const model = modelOfText(catalogue, values.model);
      if (!model) {
        fault("model", m.model_not_found());
        return z.NEVER;
      }
      const read = readOwnRacketValues(definition, model, values as Record<string, string>);
      if ("values" in read) return { model, values: read.values };
      for (const [name, issue] of Object.entries(read.issues)) {
        const label = fieldLabel(definition, name);
        fault(name, issueText(issue, { label, requiredText: requiredText(label) }));
      }
      return z.NEVER;
    });
}

export function meta() {
  return titled(m.played_title());
}

export default function OwnRacketPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const typed = actionData?.result?.initialValue as Record<string, string> | undefined;
  const values = typed ?? page.values;
  const loaded = typed?.loaded ?? page.loaded;
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
          conflicts={actionData?.conflicts ?? []}
          errors={faultsOf(actionData)}
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
