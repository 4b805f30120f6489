import { Link } from "react-router";
import { LineDrawing } from "#app/features/photos/ui/line-drawing.tsx";

export interface SellCard {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly drawing: readonly string[];
}

export function SellCards({ cards }: { cards: readonly SellCard[] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3">
      {cards.map((card) => (
        <li key={card.to}>
          <Link
            to={card.to}
            className="group flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-5 transition-colors hover:border-edge sm:flex-row sm:items-center sm:gap-6 sm:p-7"
          >
            <LineDrawing
              paths={card.drawing}
              className="w-16 shrink-0 text-clay transition-transform group-hover:scale-105 sm:w-24"
            />
            <span className="grid min-w-0 gap-1">
              <span className="font-display font-semibold text-heading">{card.title}</span>
              <span className="text-[0.9375rem] text-soft">{card.text}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
