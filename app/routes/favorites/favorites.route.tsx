import { data, href, useHref, useRouteLoaderData } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { removeFavorites, restoreFavorites } from "#app/features/favorites/commands.server.ts";
import { favoriteKeys, MAX_FAVORITES } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { NothingSaved, PickBox, Removable } from "#app/features/favorites/ui/removable.tsx";
import { bulkSchema, removalToast } from "#app/features/listings/picked.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { cardsOfCategory } from "#app/features/listings/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { rated, ratingsOf } from "#app/features/reviews/ratings.server.ts";
import { presentSaved } from "#app/features/saved-searches/present.server.ts";
import { savedCountsOf, savedSearchesOf } from "#app/features/saved-searches/queries.server.ts";
import { SavedSearches } from "#app/features/saved-searches/ui/saved-searches.tsx";
import type { SavedSearchView } from "#app/features/saved-searches/view.ts";
import { SAVED_PATH } from "#app/features/saved-searches/view.ts";
import type { LoadProblem } from "#app/features/shell/problems.ts";
import type { ShellData } from "#app/features/shell/shell-data.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { useKeptOffline } from "#app/ui/kept-offline.ts";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/favorites.route";

const PATH = href("/favorites");

/** The favourites, or the saved searches (`?tab=searches`). */
export async function loader({ request }: Route.LoaderArgs) {
  const isSearches = new URL(request.url).searchParams.get("tab") === "searches";
  const viewer = await viewerOf(request);
  if (!viewer) throw signInRedirect(isSearches ? SAVED_PATH : PATH);
  if (isSearches) return searches(viewer);
  const [keys, saved] = await Promise.all([
    favoriteKeys(viewer.id).catch(failed),
    savedCountsOf(viewer.id).catch(failed),
  ]);
  const fresh = saved?.fresh ?? 0;
  if (!keys) return data({ ...NOTHING, fresh, failed: true }, { status: 500 });
  const sections = await Promise.all(
    CATEGORIES.map(async (definition) => {
      const ids = keys.filter((key) => key.type === definition.type).map((key) => key.id);
      // Read separately, so that one failing category does not affect the others.
      const rows = ids.length > 0 ? await cardsOfCategory(definition, ids).catch(failed) : [];
      return {
        type: definition.type,
        title: sentence(definition, "plural"),
        cards: rated(presentCards(rows ?? [], viewer), rows ?? [], await ratingsOf(rows ?? [])),
        failure: rows ? null : sentence(definition, "fetch_failed"),
      };
    }),
  );
  return data({
    ...NOTHING,
    fresh,
    sections: sections.filter(({ cards, failure }) => cards.length > 0 || failure !== null),
    count: sections.reduce((sum, { cards }) => sum + cards.length, 0),
    latest: keys.length === MAX_FAVORITES ? MAX_FAVORITES : null,
  });
}

interface Kept {
  /** Null when the page shows the favourites. */
  readonly searches: readonly SavedSearchView[] | null;
  /** How many saved searches have new listings. */
  readonly fresh: number;
  readonly sections: readonly {
    readonly type: string;
    readonly title: string;
    readonly cards: readonly ListingCard[];
    readonly failure: string | null;
  }[];
  readonly count: number;
  readonly latest: number | null;
  readonly failed: boolean;
}

const NOTHING: Kept = { searches: null, fresh: 0, sections: [], count: 0, latest: null, failed: false };

async function searches(viewer: Viewer) {
  const rows = await savedSearchesOf(viewer.id).catch(failed);
  if (!rows) return data({ ...NOTHING, searches: [], failed: true }, { status: 500 });
  const fresh = rows.filter((row) => row.fresh > 0).length;
  return data({ ...NOTHING, searches: await Promise.all(rows.map(presentSaved)), fresh });
}

function failed(error: unknown): null {
  logger.error({ err: error }, "the favourites or saved searches of a person could not be read");
  return null;
}

/** `item.route.ts` handles a single favourite. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(m.favorites_sign_in_to_save),
    schema: bulkSchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: (reason) => (reason === "signed_out" ? m.favorites_please_login() : m.ui_error()),
    async command({ intent, item }, viewer) {
      if (intent === "restore") {
        await restoreFavorites(viewer, item);
        return { toWithoutScript: PATH, toast: { title: m.bulk_restored(), tone: "good" } };
      }
      const removed = await removeFavorites(viewer, intent === "clear" ? "all" : item);
      const count = removed.length;
      const title = count === 1 ? m.favorites_removed_one() : m.favorites_removed_many({ count });
      return {
        toWithoutScript: PATH,
        toast: removalToast(PATH, count === 0 ? m.bulk_nothing() : title, removed),
      };
    },
  });
}

function titleOf({ searches }: Pick<Kept, "searches">): string {
  return searches === null ? m.favorites_title() : m.saved_title();
}

export const handle: LoadProblem = {
  loadFailed: (query) =>
    query.get("tab") === "searches" ? m.saved_fetch_failed() : m.favorites_fetch_failed(),
};

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? titleOf(loaderData) : m.favorites_title());
}

export default function FavoritesPage({ loaderData }: Route.ComponentProps) {
  const { searches, fresh, failed } = loaderData;
  const { viewer } = useRouteLoaderData<ShellData>("root") ?? {};
  const cards = loaderData.sections.flatMap((section) => section.cards);
  const lines = cards.map(({ name, price }) => `${name}, ${price}`);
  const path = useHref(PATH);
  useKeptOffline(
    viewer?.id,
    searches === null && !failed ? { title: m.favorites_title(), path, lines: lines.toReversed() } : null,
  );
  const tabs = [
    { to: PATH, label: m.saved_tab_favorites(), current: searches === null },
    { to: SAVED_PATH, label: <SearchesTab fresh={fresh} />, current: searches !== null },
  ];
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={titleOf(loaderData)}
        count={resultCount(searches?.length ?? loaderData.count, false)}
      />
      <div className="mb-8">
        <LinkTabs label={m.saved_tabs()} tabs={tabs} />
      </div>
      {failed ? (
        <Alert
          tone="danger"
          title={searches === null ? m.favorites_fetch_failed() : m.saved_fetch_failed()}
        />
      ) : searches === null ? (
        <Favorites {...loaderData} />
      ) : (
        <SavedSearches searches={searches} />
      )}
    </div>
  );
}

function SearchesTab({ fresh }: { fresh: number }) {
  return (
    <>
      {m.saved_title()}
      {fresh > 0 && (
        <span className="ml-2 rounded-full bg-clay-fill px-2 font-bold text-on-clay text-xs leading-5">
          {fresh}
          <span className="sr-only"> {m.saved_tab_fresh()}</span>
        </span>
      )}
    </>
  );
}

function Favorites({ sections, count, latest }: Pick<Kept, "sections" | "count" | "latest">) {
  return (
    <Removable
      path={PATH}
      count={count}
      question={{ title: m.favorites_clear_title(), text: m.favorites_clear_text() }}
    >
      {(picking) => (
        <>
          {latest !== null && <p className="mb-6 text-soft">{m.favorites_latest({ count: latest })}</p>}
          {sections.length === 0 && (
            <NothingSaved title={m.favorites_empty()} hint={m.favorites_empty_hint()} />
          )}
          {sections.map((section) => (
            <section key={section.type} aria-labelledby={`favorites-${section.type}`} className="mb-12">
              <SectionHeading
                id={`favorites-${section.type}`}
                title={section.title}
                count={section.failure === null ? section.cards.length : undefined}
              />
              {section.failure !== null && <Alert tone="danger" title={section.failure} />}
              <CardGrid
                cards={section.cards}
                from="favorites"
                heading="h3"
                corner={(card) =>
                  picking ? <PickBox card={card} /> : <FavoriteHeart listing={card} favorite signedIn />
                }
              />
            </section>
          ))}
        </>
      )}
    </Removable>
  );
}
