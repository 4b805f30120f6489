import { href, Link } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { formatDay, isSingular } from "#app/domain/format.ts";
import { isolated } from "#app/domain/text-rules.ts";
import { sellerPath, tidyUsername } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { dealWithSuspended } from "#app/features/deals/suspension.server.ts";
import { favoritesAmong } from "#app/features/favorites/queries.server.ts";
import { FavoriteHeart } from "#app/features/favorites/ui/favorite-heart.tsx";
import { presentCards } from "#app/features/listings/present.server.ts";
import { countOnOffer, listingCountsOf, listingsOf } from "#app/features/listings/queries.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import { personReportPath } from "#app/features/moderation/reports/rules.ts";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { reviewsOf } from "#app/features/reviews/queries.server.ts";
import { ReviewList } from "#app/features/reviews/ui/review-list.tsx";
import { sellerAt } from "#app/features/sellers/by-address.server.ts";
import { sellerPageMeta } from "#app/features/sellers/page-meta.server.ts";
import { presentSeller, presentSellerTypes, SELLER_TAGS } from "#app/features/sellers/present.server.ts";
import {
  canonicalSellerSearch,
  LISTINGS_PER_PAGE,
  pagesOf,
  REVIEWS_PER_PAGE,
  readSellerSearch,
  sellerHref,
  stockOf,
} from "#app/features/sellers/rules.ts";
import { presentTrader, traderFact } from "#app/features/sellers/trader/present.server.ts";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { TraderDetails } from "#app/features/sellers/trader/ui/trader-details.tsx";
import { SellerHead, TypeFacets } from "#app/features/sellers/ui/seller-head.tsx";
import { ShareButton } from "#app/features/shell/ui/share-button.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Refused } from "#app/platform/refused.server.ts";
import { cachePage, setPageMeta } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/seller.route";

export async function loader({ request, params }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const { searchParams, search: query } = new URL(request.url);
  const row = await sellerAt(params.username, (username) => sellerPath(username) + query).catch(
    (error: unknown) => orSuspended(error, viewer, params.username),
  );
  const path = sellerPath(row.username);
  const stock = await listingCountsOf(row.id, "shown");
  const search = readSellerSearch(searchParams, stock, row.reviews);
  const [rows, reviews, trader, forSale] = await Promise.all([
    listingsOf(row.id, {
      type: search.type,
      offset: (search.page - 1) * LISTINGS_PER_PAGE,
      most: LISTINGS_PER_PAGE,
    }),
    reviewsOf(row.id, { offset: (search.reviews - 1) * REVIEWS_PER_PAGE, most: REVIEWS_PER_PAGE }),
    traderOf(row.id),
    countOnOffer(row.id),
  ]);
  const favorites = await favoritesAmong(viewer, rows);
  if (!viewer) cachePage([...CATEGORIES.map((category) => category.type), ...SELLER_TAGS]);
  setPageMeta(() => sellerPageMeta(row, path));
  return {
    seller: presentSeller(row),
    kind: traderFact(trader),
    trader: trader && presentTrader(trader),
    path,
    canonicalPath: canonicalSellerSearch(path, search, stockOf(stock, null) + row.reviews),
    search,
    listings: stockOf(stock, null),
    forSale,
    pages: pagesOf(stockOf(stock, search.type), LISTINGS_PER_PAGE),
    reviewPages: pagesOf(row.reviews, REVIEWS_PER_PAGE),
    types: presentSellerTypes(row.username, stock, search.type),
    cards: presentCards(rows, viewer),
    reviews: reviews.map((review) => presentReview(review, viewer)),
    favorites,
    signedIn: viewer !== null,
    own: viewer?.id === row.id,
  };
}

/** Who has an open deal with a suspended person learns why their page is gone; for all others nobody has this name. */
async function orSuspended(error: unknown, viewer: Viewer | null, username: string): Promise<never> {
  const isGone = error instanceof Refused && error.reason === "seller_not_found";
  const deal = isGone && viewer ? await dealWithSuspended(viewer, tidyUsername(username)) : null;
  if (!deal) throw error;
  const { dealId, name, until } = deal;
  throw new Refused(
    "seller_suspended",
    { name, until: until && formatDay(until, getLocale()) },
    { link: { to: href("/orders/:dealId", { dealId }), text: m.deal_suspended_what_to_do() } },
  );
}

loader.query = ["type", "page", "reviews"];

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return titled();
  const { seller, listings, search, types } = loaderData;
  const title = listTitle(
    [
      isolated(seller.username),
      search.type !== null && types.find(({ chosen }) => chosen)?.label,
      search.reviews > 1 && listTitle([m.seller_reviews()], search.reviews),
    ],
    search.page,
  );
  const about = [
    listingCount(listings),
    seller.rating && m.seller_rating({ rating: seller.rating.text }),
    m.seller_since({ month: seller.since }),
  ];
  return titled(title, about.filter(Boolean).join(" · "));
}

function listingCount(count: number): string {
  return isSingular(count, getLocale()) ? m.seller_listings_one({ count }) : m.seller_listings({ count });
}

const QUIET_LINK = "flex min-h-11 items-center text-soft text-sm hover:underline";

export default function SellerPage({ loaderData: page }: Route.ComponentProps) {
  const { seller, search, path } = page;
  return (
    <div className="wrap pb-16">
      <SellerHead
        seller={seller}
        kind={page.kind}
        listings={listingCount(page.listings)}
        count={listingCount(page.types.find(({ chosen }) => chosen)?.count ?? page.listings)}
        actions={
          <div className="w-full min-w-0 sm:w-auto">
            <div className="sideways items-center gap-x-5">
              <ShareButton path={path} title={m.seller_title({ name: seller.username })} />
              {!page.own && (
                <Link to={personReportPath(seller.username)} rel="nofollow" className={QUIET_LINK}>
                  {m.report_title_person()}
                </Link>
              )}
              {!page.own && page.signedIn && (
                <Link to={`${path}/block`} className={QUIET_LINK}>
                  {m.chat_block({ name: seller.username })}
                </Link>
              )}
            </div>
          </div>
        }
      />
      {page.trader && <TraderDetails trader={page.trader} />}
      <section aria-labelledby="listings" className="mb-14">
        <SectionHeading id="listings" title={m.seller_for_sale()} count={page.forSale} />
        <TypeFacets facets={page.types} />
        {page.cards.length === 0 ? (
          <p className="text-soft">{m.seller_nothing()}</p>
        ) : (
          <div className="grid gap-10">
            <CardGrid
              cards={page.cards}
              heading="h3"
              corner={(card) => (
                <FavoriteHeart
                  listing={card}
                  favorite={page.favorites.includes(card.id)}
                  signedIn={page.signedIn}
                />
              )}
            />
            <Pagination
              page={search.page}
              pages={page.pages}
              hrefOf={(number) => sellerHref(path, { ...search, page: number })}
            />
          </div>
        )}
      </section>
      <section aria-labelledby="reviews">
        <SectionHeading id="reviews" title={m.seller_reviews()} count={seller.rating?.count ?? 0} />
        {page.reviews.length === 0 ? (
          <p className="text-soft">{m.seller_no_reviews()}</p>
        ) : (
          <div className="grid gap-6">
            <ReviewList reviews={page.reviews} />
            <Pagination
              page={search.reviews}
              pages={page.reviewPages}
              label={m.seller_review_pages()}
              hrefOf={(number) => `${sellerHref(path, { ...search, reviews: number })}#reviews`}
            />
          </div>
        )}
      </section>
    </div>
  );
}
