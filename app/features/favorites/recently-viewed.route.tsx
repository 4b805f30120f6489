import { Suspense } from "react";
import { Await } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { CardGrid, CardGridSkeleton } from "#app/features/listings/ui/card-grid.tsx";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/recently-viewed.route";
import { favoritesAmong, viewedListings } from "./queries.server.ts";
import { FavoriteHeart } from "./ui/favorite-heart.tsx";

/** What the viewer looked at, the latest first (account-shell-home spec §2). */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  // Not awaited: a browser that is here already shows the page at once, and skeletons until the cards are there.
  const viewed = viewedBy(viewer);
  // It may fail while the page's other data is still awaited: a failure that nobody waits for would end the server.
  viewed.catch(() => {});
  return { viewed };
}

async function viewedBy(viewer: Viewer) {
  const rows = await viewedListings(viewer.id);
  return { cards: presentCards(rows, viewer), favorites: await favoritesAmong(viewer.id, rows) };
}

/** Not compressed on its way: that would keep the page back until the cards, whose place the skeletons hold, are there. */
export function headers() {
  return { "cache-control": "private, no-cache, no-transform" };
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
  if (cards.length === 0) {
    return (
      <EmptyState
        title={m.viewed_empty()}
        hint={m.viewed_empty_hint()}
        action={
          <LinkButton to="/" variant="primary">
            {m.favorites_browse()}
          </LinkButton>
        }
      />
    );
  }
  return (
    <CardGrid
      cards={cards}
      corner={(card) => <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn />}
    />
  );
}
