import { Link } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { keepFor } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import { sentence } from "../texts.server.ts";
import { LineDrawing } from "../ui/line-drawing.tsx";
import type { Route } from "./+types/individual.route";

/** What an individual sells: a card for each category, derived from its definition. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await viewerOf(request))) keepFor([]);
  return {
    cards: CATEGORIES.map((definition) => ({
      to: `/sell/${definition.sell}`,
      title: sentence(definition, "plural"),
      text: sentence(definition, "sell_title"),
      drawing: definition.drawing,
    })),
  };
}

export function meta() {
  return titled(m.sell_individual_title(), m.sell_individual_lead());
}

export default function SellIndividualPage({ loaderData: { cards } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle title={m.sell_individual_title()} lead={m.sell_individual_lead()} />
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
    </div>
  );
}
