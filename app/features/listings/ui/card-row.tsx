import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import type { ListingCard as Card } from "../view.ts";
import { ListingCard } from "./listing-card.tsx";

interface CardRowProps {
  /** Any number. `--about`, the assumed height of the row until the browser lays it out, is that of six cards. */
  readonly cards: readonly Card[];
  readonly corner?: (card: Card) => ReactNode;
  /** Whether the row is in a column of text, so that only three cards fit into a line. */
  readonly narrow?: boolean | undefined;
}

export function CardRow({ cards, corner, narrow }: CardRowProps) {
  return (
    <ul
      className={classes(
        "below grid grid-cols-2 gap-x-3 gap-y-6 [--about:76rem] sm:grid-cols-3 sm:gap-x-6 sm:gap-y-8 sm:[--about:56rem]",
        !narrow && "lg:grid-cols-6 lg:[--about:25rem]",
      )}
    >
      {cards.map((card) => (
        <li key={card.id} className="min-w-0">
          <ListingCard card={card} corner={corner?.(card)} heading="h3" />
        </li>
      ))}
    </ul>
  );
}
