import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { promisePath } from "#app/domain/promises.ts";
import { sellerPath } from "#app/domain/username.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { forYou } from "#app/features/home/for-you.server.ts";
import {
  presentAdded,
  presentCircles,
  presentForYou,
  presentTrusted,
} from "#app/features/home/present.server.ts";
import { recentListings, trendingListings } from "#app/features/home/trending.server.ts";
import { CategoryCircles } from "#app/features/home/ui/category-circles.tsx";
import { Earn } from "#app/features/home/ui/earn.tsx";
import { FirstTime } from "#app/features/home/ui/first-time.tsx";
import { ForYouRow } from "#app/features/home/ui/for-you-row.tsx";
import { Hero } from "#app/features/home/ui/hero.tsx";
import { UsersSay } from "#app/features/home/ui/users-say.tsx";
import { CardCarousel } from "#app/features/listings/ui/card-carousel.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { SizesPrompt } from "#app/features/preferences/ui/sizes-prompt.tsx";
import { presentReview, presentSellerRating } from "#app/features/reviews/present.server.ts";
import { sellerTrustOf } from "#app/features/reviews/queries.server.ts";
import { quotedReviews } from "#app/features/reviews/quotes.server.ts";
import { rated } from "#app/features/reviews/ratings.server.ts";
import { homePageMeta } from "#app/features/shell/page-meta.server.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { cachePage, NO_QUERY, setPageMeta } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { madePromises } from "#app/platform/settings.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/home.route";

/** A part that cannot be read is left out (docs/decisions/0036). */
function orNone<Part>(part: string, reading: Promise<Part>): Promise<Part | null> {
  return reading.catch((error: unknown) => {
    logger.error({ err: error, part }, "a part of the home page could not be read");
    return null;
  });
}

/** In 'What Our Users Say'. */
const REVIEWS = 3;

export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const [promises, trending, recent, reviewed, mine] = await Promise.all([
    madePromises(),
    orNone("trending", trendingListings(viewer?.id ?? null)),
    orNone("recent", recentListings()),
    orNone("reviews", quotedReviews(REVIEWS)),
    viewer && orNone("for you", forYou(viewer.id)),
  ]);
  const rows = [...(trending ?? []), ...(mine?.rows ?? []), ...(recent ?? [])];
  const [trust, favorites] = await Promise.all([
    orNone("seller trust", sellerTrustOf(rows.map(({ user_id }) => user_id))),
    orNone("favourites", favoritesAmong(viewer, rows)),
  ]);
  const sellers = new Map((trust ?? []).map((one) => [one.id, { ...one, rating: presentSellerRating(one) }]));
  const ratings = new Map(
    [...sellers].flatMap(([id, { rating }]) => (rating ? [[id, rating] as const] : [])),
  );
  const whole = trending !== null && recent !== null && reviewed !== null && trust !== null;
  setPageMeta(homePageMeta);
  if (!viewer && whole) cachePage([...CATEGORIES.map(({ type }) => type), "reviews"]);
  return {
    circles: presentCircles(),
    trending: presentTrusted(trending ?? [], viewer, sellers),
    recent: rated(presentAdded(recent ?? [], viewer), recent ?? [], ratings),
    reviews: (reviewed ?? []).map((row) => ({
      ...presentReview(row, null),
      about: row.of,
      aboutPath: `${sellerPath(row.of)}#reviews`,
    })),
    forYou: viewer && mine && presentForYou(mine, viewer, sellers),
    favorites: favorites ?? [],
    promises,
    signedIn: viewer !== null,
    whole,
  };
}

loader.query = NO_QUERY;

export function meta() {
  return titled(undefined, m.shell_description());
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const {
    circles,
    trending,
    recent,
    reviews,
    forYou: mine,
    favorites,
    promises,
    signedIn,
    whole,
  } = loaderData;
  const corner = (card: ListingCard): ReactNode => (
    <FavoriteHeart listing={card} favorite={favorites.includes(card.id)} signedIn={signedIn} />
  );
  return (
    <>
      {signedIn ? (
        <h1 className="sr-only">{m.home_title()}</h1>
      ) : (
        <Hero browse={circles[0]?.href ?? href("/search")} returns={promises.returns} />
      )}
      <div className="wrap grid gap-8 pt-4 pb-8 *:min-w-0 sm:gap-14 sm:pt-6">
        {!whole && <Alert tone="danger" title={m.home_unavailable()} />}
        {mine && <ForYouRow row={mine} corner={corner} />}
        <div className="grid gap-6 *:min-w-0">
          {!signedIn && <FirstTime {...promises} />}
          <CategoryCircles circles={circles} />
        </div>
        {trending.length > 0 && (
          <div className="grid *:min-w-0">
            <CardCarousel
              title={m.home_trending()}
              more={
                <Link to={href("/search")} className="font-semibold text-link">
                  {m.home_view_all()}
                </Link>
              }
              cards={trending}
              corner={corner}
            />
            {trending.some(({ trust }) => trust?.verified) && (
              <Link
                to={promisePath("verifiedSeller")}
                className="inline-flex min-h-11 w-fit items-center text-link text-sm underline underline-offset-4"
              >
                {m.help_q_verified()}
              </Link>
            )}
          </div>
        )}
        <SizesPrompt signedIn={signedIn} />
        <Earn fee={promises.sellingFee} />
        {recent.length > 0 && <CardCarousel title={m.home_recent()} cards={recent} corner={corner} />}
        {whole && recent.length === 0 && (
          <EmptyState
            title={m.home_empty_title()}
            hint={promises.firstListing ? m.home_empty_hint() : m.home_empty_hint_no_fees()}
            action={
              <LinkButton to={href("/sell")} variant="primary">
                {m.home_earn_start()}
              </LinkButton>
            }
          />
        )}
        {reviews.length > 0 && <UsersSay reviews={reviews} />}
      </div>
    </>
  );
}
