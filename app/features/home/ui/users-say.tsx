import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { SectionHeading } from "#app/ui/headings.tsx";
import { Stars } from "#app/ui/stars.tsx";

interface Said {
  readonly id: string;
  readonly rating: number;
  readonly comment: string;
  /** The language of the comment, where it is not that of the page. */
  readonly lang?: string;
  readonly by: string;
  /** The name of the reviewed person. */
  readonly about: string;
  /** The path of their page. */
  readonly aboutPath: string;
  readonly date: string;
  /** ISO 8601. */
  readonly at: string;
}

export function UsersSay({ reviews }: { reviews: readonly Said[] }) {
  return (
    <section aria-labelledby="reviews" className="below [--about:42rem] lg:[--about:17rem]">
      <SectionHeading id="reviews" title={m.home_reviews()} />
      <ul className="grid gap-4 sm:gap-6 lg:grid-cols-3">
        {reviews.map((review) => (
          <li key={review.id} className="flex">
            <figure className="flex w-full flex-col gap-4 rounded-lg border border-line bg-surface p-6">
              <p className="flex items-center gap-2 text-sm">
                <Stars rating={review.rating} />
                {m.seller_rating({ rating: review.rating })}
              </p>
              <blockquote className="min-w-0 flex-1">
                <p
                  dir="auto"
                  lang={review.lang}
                  className="font-display font-semibold text-lg leading-snug tracking-[-0.01em]"
                >
                  {review.comment}
                </p>
              </blockquote>
              <figcaption className="text-sm">
                <bdi className="font-semibold">{review.by}</bdi>{" "}
                <Link to={review.aboutPath} className="text-soft underline-offset-4 hover:underline">
                  {m.home_review_about({ seller: review.about })}
                </Link>
                <time dateTime={review.at} className="block text-soft">
                  {review.date}
                </time>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
