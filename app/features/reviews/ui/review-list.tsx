import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Avatar } from "#app/ui/avatar.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { ReviewView } from "../view.ts";

export function ReviewList({ reviews }: { reviews: readonly ReviewView[] }) {
  return (
    <ul className="grid max-w-3xl">
      {reviews.map((review) => (
        <li key={review.id} id={`review-${review.id}`} className="scroll-mt-6 border-line border-t py-5">
          <Review review={review} />
        </li>
      ))}
    </ul>
  );
}

export function Review({ review }: { review: ReviewView }) {
  const { answerPath, reportPath } = review;
  return (
    <div className="flex gap-4">
      <Avatar name={review.byPath === null ? "" : review.by} src={review.byAvatarUrl} />
      <div className="grid min-w-0 gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {review.byPath === null ? (
            <span className="py-0.5 font-semibold">{review.by}</span>
          ) : (
            <Link to={review.byPath} className="py-0.5 font-semibold hover:underline">
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
          <p dir="auto" lang={review.lang} className="whitespace-pre-line">
            {review.comment}
          </p>
        )}
        {review.answer && (
          <div className="mt-2 grid gap-1 border-court border-l-2 pl-4">
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="font-semibold">{m.review_answer_of({ name: review.of })}</span>
              <time dateTime={review.answer.at} className="text-soft">
                {review.answer.date}
              </time>
            </p>
            <p dir="auto" lang={review.answer.lang} className="whitespace-pre-line">
              {review.answer.text}
            </p>
          </div>
        )}
        {(answerPath ?? reportPath) !== null && (
          <p className="flex flex-wrap gap-x-5 text-sm">
            {answerPath !== null && (
              <Link to={answerPath} className="py-1 font-semibold text-link hover:underline">
                {m.review_answer()}
                <span className="sr-only"> {m.review_by({ name: review.by })}</span>
              </Link>
            )}
            {reportPath !== null && (
              <Link to={reportPath} rel="nofollow" className="py-1 text-soft hover:underline">
                {m.review_report()}
                <span className="sr-only"> {m.review_by({ name: review.by })}</span>
              </Link>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
