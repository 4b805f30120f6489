import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { presentCards } from "#app/features/listings/present.server.ts";
import { newestListings } from "#app/features/listings/queries.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import { SizesPrompt } from "#app/features/preferences/ui/sizes-prompt.tsx";
import { m } from "#app/paraglide/messages.js";
import { keepFor } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/home.route";

/** The front page: what it is, and what came in last. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const rows = await newestListings(8);
  if (!viewer) keepFor(CATEGORIES.map((category) => category.type));
  return {
    cards: presentCards(rows, viewer),
    favorites: await favoritesAmong(viewer, rows),
    signedIn: viewer !== null,
    first: CATEGORIES[0]?.plural ?? "",
  };
}

export function meta() {
  return titled(undefined, m.shell_description());
}

export default function HomePage({
  loaderData: { cards, favorites, signedIn, first },
}: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <section className="baseline-rule grid gap-6 pt-10 pb-12 sm:pt-16 sm:pb-16">
        <h1 className="max-w-3xl text-display">{m.home_title()}</h1>
        <p className="max-w-xl text-lg text-soft">{m.home_lead()}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton to={`/${first}`} variant="primary" size="lg">
            {m.home_browse()}
          </LinkButton>
          <LinkButton to="/sell" size="lg">
            {m.mine_sell()}
          </LinkButton>
        </div>
        <SizesPrompt signedIn={signedIn} className="-mt-2 -mb-8" />
      </section>
      {cards.length > 0 && (
        <section aria-labelledby="recent" className="pt-12">
          <SectionHeading id="recent" title={m.home_recent()} />
          <CardGrid
            cards={cards}
            heading="h3"
            corner={(card) => (
              <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn={signedIn} />
            )}
          />
        </section>
      )}
    </div>
  );
}
