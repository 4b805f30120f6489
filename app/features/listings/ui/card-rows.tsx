import type { ReactNode } from "react";
import { SectionHeading } from "#app/ui/headings.tsx";
import type { ListingCard as Card } from "../view.ts";
import { CardRow } from "./card-row.tsx";

interface CardRowsProps {
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly cards: readonly Card[];
    readonly action?: ReactNode;
  }[];
  readonly corner: (card: Card) => ReactNode;
  readonly className?: string;
  readonly narrow?: boolean;
}

export function CardRows({ rows, corner, className, narrow }: CardRowsProps) {
  return rows.map(
    ({ id, title, cards, action }) =>
      cards.length > 0 && (
        <section key={id} aria-labelledby={id} className={className}>
          <SectionHeading id={id} title={title} action={action} />
          <CardRow cards={cards} corner={corner} narrow={narrow} />
        </section>
      ),
  );
}
