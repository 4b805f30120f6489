import type { ReactNode } from "react";
import { Carousel } from "#app/ui/carousel.tsx";
import type { ListingCard as Card } from "../view.ts";
import { ListingCard } from "./listing-card.tsx";

/** The `sizes` of the `<img>`. */
const PICTURE_SIZES = "(width < 640px) 138px, 276px";

interface CardCarouselProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly more?: ReactNode;
  readonly cards: readonly Card[];
  readonly corner?: (card: Card) => ReactNode;
}

export function CardCarousel({ title, hint, more, cards, corner }: CardCarouselProps) {
  return (
    <Carousel title={title} hint={hint} more={more}>
      {cards.map((card) => (
        <ListingCard
          key={card.id}
          card={card}
          corner={card.own ? undefined : corner?.(card)}
          heading="h3"
          inRow={PICTURE_SIZES}
        />
      ))}
    </Carousel>
  );
}
