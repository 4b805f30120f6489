import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { Stars } from "#app/ui/stars.tsx";
import type { DealReviewView } from "../view.ts";
import { Review } from "./review-list.tsx";

/** `deal` comes from `reviewsOfDeal`. */
export function ReviewOfDeal({ deal }: { deal: DealReviewView }) {
  const { other, hidden, mayWrite, mine, theirs } = deal;
  return (
    <div className="grid max-w-3xl justify-items-start gap-4 text-base text-ink">
      <Awaited deal={deal} />
      {hidden && (
        <div className="grid gap-1.5">
          <p className="font-semibold">{m.review_yours()}</p>
          <p className="flex items-center gap-2 text-sm">
            <Stars rating={hidden.rating} />
            {m.seller_rating({ rating: hidden.rating })}
          </p>
          {hidden.comment !== "" && (
            <p dir="auto" lang={hidden.lang} className="whitespace-pre-line">
              {hidden.comment}
            </p>
          )}
        </div>
      )}
      {mayWrite && other && (
        <LinkButton to={deal.path} variant={hidden ? "secondary" : "primary"}>
          {hidden ? m.review_change() : m.review_write({ name: other.name })}
        </LinkButton>
      )}
      {[mine, theirs].map((review) => review && <Review key={review.id} review={review} />)}
    </div>
  );
}

/** Sentences that say which reviews of a deal are hidden, and when they become public. */
export function Awaited({ deal: { other, hidden, awaited, until, mine, theirs } }: { deal: DealReviewView }) {
  const name = other?.name;
  const lines = [
    hidden && name && m.review_hidden({ name, date: until ?? "" }),
    hidden && !name && m.review_hidden_left({ date: until ?? "" }),
    awaited && name && m.review_awaited({ name, date: until ?? "" }),
    awaited && !name && m.review_awaited_left({ date: until ?? "" }),
    !name && !hidden && !mine && !theirs && !awaited && m.review_other_left(),
  ].filter(Boolean);
  return lines.map((line) => (
    <p key={String(line)} className="text-soft">
      {line}
    </p>
  ));
}
