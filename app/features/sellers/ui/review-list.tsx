import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { ReviewView } from "../view.ts";

/** What others said of a seller. */
export function ReviewList({ reviews }: { reviews: readonly ReviewView[] }) {
  return (
    <ul className="grid max-w-3xl">
      {reviews.map((review) => (
        <li key={review.id} className="flex gap-4 border-line border-t py-5">
          <Avatar name={review.byPath === null ? "" : review.by} src={review.byAvatarUrl} />
          <div className="grid min-w-0 gap-1.5">
            <p className="flex flex-wrap items-baseline gap-x-3">
              {review.byPath === null ? (
                <span className="py-0.5 font-semibold">{review.by}</span>
              ) : (
                <Link to={review.byPath} className="break-words py-0.5 font-semibold hover:underline">
                  <bdi>{review.by}</bdi>
                </Link>
              )}
              <time dateTime={review.at} className="text-soft text-sm">
                {review.date}
              </time>
            </p>
            <p className="flex items-center gap-2 text-sm">
              <Stars rating={review.rating} />
              {m.seller_rating({ rating: review.rating })}
            </p>
            {review.comment !== "" && (
              <p dir="auto" className="whitespace-pre-line break-words">
                {review.comment}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
