import { useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import type { Route } from "./+types/recently-viewed.route";
import { favoritesAmong, viewedListings } from "./queries.server.ts";
import { FavoriteHeart } from "./ui/favorite-heart.tsx";

/** What the viewer looked at, the latest first (account-shell-home spec §2). */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  const rows = await viewedListings(viewer.id);
  return { cards: presentCards(rows, viewer), favorites: await favoritesAmong(viewer.id, rows) };
}

export function meta() {
  return titled(m.viewed_title());
}

export default function RecentlyViewedPage({ loaderData: { cards, favorites } }: Route.ComponentProps) {
  const navigation = useNavigation();
  return (
    <div className="wrap pb-16" aria-busy={navigation.state === "loading"}>
      <PageTitle title={m.viewed_title()} />
      {cards.length === 0 ? (
        <EmptyState
          title={m.viewed_empty()}
          hint={m.viewed_empty_hint()}
          action={
            <LinkButton to="/" variant="primary">
              {m.favorites_browse()}
            </LinkButton>
          }
        />
      ) : (
        <CardGrid
          cards={cards}
          corner={(card) => <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn />}
        />
      )}
    </div>
  );
}
