import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { CardCarousel } from "#app/features/listings/ui/card-carousel.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { SectionHeading } from "#app/ui/headings.tsx";

/** A category in Shop By Category. */
export interface CategoryCircle {
  readonly type: string;
  readonly href: string;
  readonly label: string;
  readonly drawing: readonly string[];
}

export interface ForYouView {
  readonly cards: readonly ListingCard[];
  /** "Based on your sizes and your interest in Wilson."; null without a reason. */
  readonly because: string | null;
  /** No racket or clothes sizes are stored, so the row asks for them. */
  readonly withoutSizes: boolean;
}

interface ForYouRowProps {
  readonly row: ForYouView;
  readonly corner: (card: ListingCard) => ReactNode;
}

export function ForYouRow({ row: { cards, because, withoutSizes }, corner }: ForYouRowProps) {
  const sizes = (
    <Link to={href("/preferences/sizes")} className="text-link">
      {withoutSizes ? m.home_set_sizes() : m.home_change_sizes()}
    </Link>
  );
  if (cards.length === 0)
    return (
      <section aria-labelledby="for-you">
        <SectionHeading id="for-you" title={m.home_for_you()} />
        <p className="text-soft">
          {m.home_for_you_nothing()} {sizes}
        </p>
      </section>
    );
  return (
    <CardCarousel
      title={m.home_for_you()}
      hint={
        <p className="-mt-3 mb-5 text-pretty text-soft">
          {because} {withoutSizes && m.home_for_you_sizes()} {sizes}
        </p>
      }
      cards={cards}
      corner={corner}
    />
  );
}
