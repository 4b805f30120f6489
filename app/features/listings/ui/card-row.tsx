import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import type { ListingCard as Card } from "../view.ts";
import { CardSkeletons } from "./card-grid.tsx";
import { ListingCard } from "./listing-card.tsx";

/** The height of a row of six cards, which is assumed until the browser lays it out. */
const ABOUT = "[--about:76rem] sm:[--about:56rem]";
const GRID = `below grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-6 sm:gap-y-8 ${ABOUT}`;
const ONE_LINE = "lg:grid-cols-6 lg:[--about:25rem]";

interface CardRowProps {
  /** Any number. */
  readonly cards: readonly Card[];
  readonly corner?: (card: Card) => ReactNode;
  /** Whether the row is in a column of text, so that only three cards fit into a line. */
  readonly narrow?: boolean | undefined;
}

export function CardRow({ cards, corner, narrow }: CardRowProps) {
  return (
    <ul className={classes(GRID, !narrow && ONE_LINE)}>
      {cards.map((card) => (
        <li key={card.id} className="min-w-0">
          <ListingCard card={card} corner={corner?.(card)} heading="h3" />
        </li>
      ))}
    </ul>
  );
}

/** The room of a heading and six cards. `drawn`: with the shapes of cards. */
export function CardRowSkeleton({ drawn, className }: { drawn: boolean; className: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <div className="mb-5 h-8 sm:mb-6">{drawn && <Skeleton className="h-full w-52" />}</div>
      <div className={classes(GRID, ONE_LINE, "h-(--about) content-start overflow-hidden")}>
        {drawn && <CardSkeletons count={6} />}
      </div>
    </div>
  );
}
