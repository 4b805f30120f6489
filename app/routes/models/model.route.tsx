import { href, Link } from "react-router";
import { browseAddress } from "#app/features/browse/addresses.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { CardRow } from "#app/features/listings/ui/card-row.tsx";
import { closestTo } from "#app/features/model-pages/alike.server.ts";
import { comparedWithOwnRacket } from "#app/features/model-pages/own-racket.server.ts";
import { modelPageMeta } from "#app/features/model-pages/page-meta.server.ts";
import { presentClosest, presentModel } from "#app/features/model-pages/present.server.ts";
import { modelsOnOffer, offersOfModel, sourceOf } from "#app/features/model-pages/queries.server.ts";
import { ClosestModels } from "#app/features/model-pages/ui/closest-models.tsx";
import { ComparisonTable } from "#app/features/model-pages/ui/comparison-table.tsx";
import { ModelFacts } from "#app/features/model-pages/ui/model-facts.tsx";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { priceGuideOf } from "#app/features/prices/guide.server.ts";
import { PriceGuide } from "#app/features/prices/ui/price-hint.tsx";
import { cardsFor } from "#app/features/reviews/cards.server.ts";
import { modelSearch } from "#app/features/saved-searches/canonical-search.server.ts";
import { recordSearchView } from "#app/features/saved-searches/commands.server.ts";
import { savedIdAt } from "#app/features/saved-searches/queries.server.ts";
import { SAVED_PATH } from "#app/features/saved-searches/view.ts";
import { problemTitle } from "#app/features/shell/problems.ts";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { cachePage, NO_QUERY, setPageMeta } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/model.route";

export async function loader({ request, params }: Route.LoaderArgs) {
  const { definition } = browseAddress(request);
  const catalogue = await catalogueFor(definition);
  const model = catalogue.bySlug.get(params.slug ?? "");
  if (!model) throw new Refused("model_not_found");
  const viewer = await viewerOf(request);
  const [guide, offers, source, closest] = await Promise.all([
    priceGuideOf(definition, model.slug, ""),
    offersOfModel(definition, model.id),
    sourceOf(model),
    closestTo(definition, model),
  ]);
  const [{ cards, favorites }, onOffer, mine] = await Promise.all([
    cardsFor(viewer, offers.rows),
    modelsOnOffer(definition, closest),
    comparedWithOwnRacket(definition, model.specs, model.id, viewer),
  ]);
  const view = presentModel(definition, catalogue, model, offers, source);
  const savedId = viewer && (await savedIdAt(viewer.id, view.path));
  if (viewer && savedId) void recordSearchView(viewer, savedId, modelSearch(definition, model.slug));
  if (!viewer) cachePage([definition.type, "reviews"]);
  // Without listings or past sales, a page has too little content of its own to be indexed.
  const isIndexed = offers.count > 0 || offers.wasSold;
  if (isIndexed) setPageMeta(() => modelPageMeta(definition, view, offers, cards));
  return {
    model: view,
    guide,
    canonicalPath: isIndexed ? view.path : null,
    cards,
    closest: presentClosest(definition, model, closest, onOffer),
    mine,
    favorites,
    isSaved: savedId !== null,
    signedIn: viewer !== null,
  };
}

loader.query = NO_QUERY;

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (!loaderData) return titled(problemTitle(error));
  const { title, facts, offered } = loaderData.model;
  return titled(
    title,
    [offered, ...facts.map(({ label, value }) => `${label}: ${value}`)].filter(Boolean).join(" · "),
  );
}

export default function ModelPage({ loaderData }: Route.ComponentProps) {
  const { model, guide, cards, closest, mine, favorites, isSaved, signedIn } = loaderData;
  const { links } = model;
  return (
    <article className="wrap pb-16">
      <PageTitle
        title={model.title}
        lead={
          <Link to={links.brand} className="text-link underline underline-offset-4">
            {m.model_all_of({ brand: model.brand })}
          </Link>
        }
        actions={
          <>
            {isSaved ? (
              <LinkButton to={SAVED_PATH}>{m.model_notified()}</LinkButton>
            ) : (
              <LinkButton to={links.notify} variant="primary" rel="nofollow">
                {m.model_notify()}
              </LinkButton>
            )}
            <LinkButton to={links.compare} rel="nofollow">
              {m.model_compare()}
            </LinkButton>
            <LinkButton to={links.sell} rel="nofollow">
              {m.model_sell()}
            </LinkButton>
          </>
        }
      />
      {guide && (
        <p className="mb-8 text-soft">
          <PriceGuide guide={guide} />
        </p>
      )}
      <section aria-labelledby="offers" className="mb-12">
        <SectionHeading
          id="offers"
          title={model.offered ?? m.model_none_on_offer()}
          action={
            cards.length > 0 && (
              <Link to={links.search} className="shrink-0 font-semibold hover:underline">
                {m.listing_see_all()}
              </Link>
            )
          }
        />
        {cards.length === 0 ? (
          <p className="text-soft">{m.model_none_hint()}</p>
        ) : (
          <CardRow
            cards={cards}
            corner={(card) =>
              card.own ? null : (
                <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn={signedIn} />
              )
            }
          />
        )}
      </section>
      <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <section aria-labelledby="facts">
          <SectionHeading id="facts" title={m.listing_details()} />
          {mine && (
            <p className="mb-4">
              <Link to={href("/profile/played")} className="text-link underline underline-offset-4">
                {mine.label}
              </Link>
              : {mine.value}
            </p>
          )}
          <ModelFacts model={model} />
        </section>
        <div className="grid min-w-0 gap-12 *:min-w-0">
          {closest && (
            <section aria-labelledby="closest">
              <SectionHeading
                id="closest"
                title={m.model_closest()}
                action={
                  <Link
                    to={closest.compare}
                    rel="nofollow"
                    className="shrink-0 font-semibold hover:underline"
                  >
                    {m.model_compare_closest()}
                  </Link>
                }
              />
              <ClosestModels models={closest.models} />
            </section>
          )}
          {model.generations && (
            <div>
              <SectionHeading id="generations" title={m.model_generations()} />
              <ComparisonTable comparison={model.generations} labelledBy="generations" />
            </div>
          )}
        </div>
      </div>
    </article>
  );
}
