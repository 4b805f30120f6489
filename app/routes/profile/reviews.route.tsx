import { data, href } from "react-router";
import { presentReview } from "#app/features/reviews/present.server.ts";
import { reviewsOf } from "#app/features/reviews/queries.server.ts";
import { ReviewList } from "#app/features/reviews/ui/review-list.tsx";
import { presentSeller } from "#app/features/sellers/present.server.ts";
import { sellerByUsername } from "#app/features/sellers/queries.server.ts";
import { pageIn, pagesOf, REVIEWS_PER_PAGE } from "#app/features/sellers/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Stars } from "#app/ui/stars.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/reviews.route.ts";

export const middleware = [signedIn];

/** /profile/reviews: what others wrote about the user, the latest review first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  try {
    const seller = await sellerByUsername(viewer.username);
    const pages = pagesOf(seller?.reviews ?? 0, REVIEWS_PER_PAGE);
    const page = pageIn(url.searchParams.get("page"), pages);
    const rows = await reviewsOf(viewer.id, {
      offset: (page - 1) * REVIEWS_PER_PAGE,
      most: REVIEWS_PER_PAGE,
    });
    const rating = seller ? presentSeller(seller).rating : null;
    return {
      failed: false,
      rating,
      reviews: rows.map((row) => presentReview(row, viewer)),
      page,
      pages,
    } as const;
  } catch (error) {
    logger.error({ err: error }, "the reviews of a person could not be read");
    return data({ failed: true } as const, { status: 500 });
  }
}

export const handle = { loadFailed: () => m.profile_reviews_failed() };

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(listTitle([m.profile_tab_reviews()], loaderData?.failed === false ? loaderData.page : 1));
}

export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.failed) {
    return (
      <Alert
        tone="danger"
        action={
          <LinkButton to={href("/profile/reviews")} size="sm" reloadDocument>
            {m.profile_try_again()}
          </LinkButton>
        }
      >
        {m.profile_reviews_failed()}
      </Alert>
    );
  }
  const { rating, reviews, page, pages } = loaderData;
  if (!rating) return <EmptyState title={m.seller_no_reviews()} hint={m.profile_reviews_none_hint()} />;
  return (
    <section aria-labelledby="reviews">
      <SectionHeading id="reviews" title={m.seller_reviews()} count={rating.count} />
      <p className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <Stars rating={rating.average} />
        {m.seller_rating({ rating: rating.text })}
      </p>
      <div className="grid gap-6">
        <ReviewList reviews={reviews} />
        <Pagination
          page={page}
          pages={pages}
          label={m.seller_review_pages()}
          hrefOf={(number) =>
            number > 1 ? `${href("/profile/reviews")}?page=${number}` : href("/profile/reviews")
          }
        />
      </div>
    </section>
  );
}
