import { sellCards } from "#app/features/sell/form-view.server.ts";
import { SellCards } from "#app/features/sell/ui/sell-cards.tsx";
import { m } from "#app/paraglide/messages.js";
import { cachePage, NO_QUERY } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/individual.route";

/** /sell/individual: the choice of a category, for people who do not sell as a business. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!(await viewerOf(request))) cachePage([]);
  return { cards: sellCards() };
}

loader.query = NO_QUERY;

export function meta() {
  return titled(m.sell_individual_title(), m.sell_individual_lead());
}

export default function SellIndividualPage({ loaderData: { cards } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle title={m.sell_individual_title()} lead={m.sell_individual_lead()} />
      <SellCards cards={cards} />
    </div>
  );
}
