import { Suspense } from "react";
import { Await, href } from "react-router";
import { z } from "zod";
import type { Viewer } from "#app/domain/viewer.ts";
import { deleteViews } from "#app/features/favorites/commands.server.ts";
import { viewedListings } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { NothingSaved, PickBox, Removable } from "#app/features/favorites/ui/removable.tsx";
import { bulkSchema } from "#app/features/listings/picked.server.ts";
import { CardGrid, CardGridSkeleton } from "#app/features/listings/ui/card-grid.tsx";
import { cardsFor } from "#app/features/reviews/cards.server.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation } from "#app/platform/form.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { streamCards } from "#app/platform/request-context.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/recently-viewed.route";

const PATH = href("/recently-viewed");

export const middleware = [signedIn];

/** The viewer's recently viewed listings, the latest first. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  streamCards();
  const viewed = viewedBy(viewer);
  // The query may fail while other data is awaited, and an unhandled rejection would stop the server.
  viewed.catch(() => {});
  // A client-side navigation shows skeletons until the cards arrive. A full page load waits for the cards, so that it
  // needs no script to show them.
  return { viewed: isNavigation(request) ? await viewed : viewed };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: bulkSchema.extend({ intent: z.enum(["remove", "clear"]) }),
    coerces: false,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    async command({ intent, item }, viewer) {
      const count = await deleteViews(viewer, intent === "clear" ? "all" : item);
      const title = count === 1 ? m.viewed_removed_one() : m.viewed_removed_many({ count });
      return {
        toWithoutScript: PATH,
        toast: { title: count === 0 ? m.bulk_nothing() : title, tone: "good" },
      };
    },
  });
}

async function viewedBy(viewer: Viewer) {
  return cardsFor(viewer, await viewedListings(viewer.id));
}

export function meta() {
  return titled(m.viewed_title());
}

export default function RecentlyViewedPage({ loaderData: { viewed } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageTitle title={m.viewed_title()} />
      <Suspense fallback={<CardGridSkeleton count={4} />}>
        <Await resolve={viewed}>{(found) => <Viewed {...found} />}</Await>
      </Suspense>
    </div>
  );
}

function Viewed({ cards, favorites }: Awaited<ReturnType<typeof viewedBy>>) {
  return (
    <Removable
      path={PATH}
      count={cards.length}
      question={{ title: m.viewed_clear_title(), text: m.viewed_clear_text() }}
    >
      {(picking) =>
        cards.length === 0 ? (
          <NothingSaved title={m.viewed_empty()} hint={m.viewed_empty_hint()} />
        ) : (
          <CardGrid
            cards={cards}
            corner={(card) =>
              picking ? (
                <PickBox card={card} />
              ) : (
                <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn />
              )
            }
          />
        )
      }
    </Removable>
  );
}
