import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import type { OpenedFrom } from "../rules.ts";
import type { ListingCard as Card } from "../view.ts";
import { ListingCard } from "./listing-card.tsx";

const GRID = "grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-y-8 sm:grid-cols-3 sm:gap-x-6 xl:grid-cols-4";

/** The padding leaves room for the focus ring, which would be clipped. Chromium and Firefox remember the true height. */
const APPENDED = "-m-1.5 p-1.5 [content-visibility:auto] [contain-intrinsic-size:auto_24rem]";

interface CardGridProps {
  readonly cards: readonly Card[];
  readonly corner?: (card: Card) => ReactNode;
  /** In the corner of the viewer's own cards, which have no heart. */
  readonly ownCorner?: (card: Card) => ReactNode;
  /** Outside the card's link. */
  readonly below?: (card: Card) => ReactNode;
  readonly from?: OpenedFrom;
  readonly heading?: "h2" | "h3";
  /** The number of cards that the server rendered. Those after them are laid out and painted only near the screen. */
  readonly rendered?: number;
}

export function CardGrid({
  cards,
  corner,
  ownCorner,
  below,
  from,
  heading,
  rendered = cards.length,
}: CardGridProps) {
  return (
    <ul className={below ? `${GRID} has-[details[open]]:items-start` : GRID}>
      {cards.map((card, index) => (
        <li
          key={card.id}
          className={classes("min-w-0", below && "flex flex-col", index >= rendered && APPENDED)}
        >
          <ListingCard
            card={card}
            corner={(card.own ? ownCorner : corner)?.(card)}
            from={from}
            first={index < 2}
            heading={heading}
          />
          {below?.(card)}
        </li>
      ))}
    </ul>
  );
}

export function CardGridSkeleton({ count }: { count: number }) {
  return (
    <div className={GRID}>
      <CardSkeletons count={count} />
    </div>
  );
}

export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
    <div key={index} className="grid content-start gap-2">
      <Skeleton className="aspect-[4/5] w-full" />
      <Skeleton className="h-6 w-20" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  ));
}
