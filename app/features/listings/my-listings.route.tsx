import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { m } from "#app/paraglide/messages.js";
import { requireViewer } from "#app/platform/session.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/my-listings.route";
import { presentCards } from "./present.server.ts";
import { listingsOf } from "./queries.server.ts";
import { sentence } from "./texts.server.ts";
import { CardGrid } from "./ui/card-grid.tsx";

/**
 * The viewer's own listings, a section for each category that has any (account-shell-home spec §2). The router restores
 * the scroll position on the way back and keeps it in session storage.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  const cards = presentCards(await listingsOf(viewer.id), viewer);
  return {
    sections: CATEGORIES.map((definition) => ({
      type: definition.type,
      title: sentence(definition, "my_listings"),
      cards: cards.filter((card) => card.type === definition.type),
    })).filter((section) => section.cards.length > 0),
  };
}

export function meta() {
  return titled(m.mine_title());
}

export default function MyListingsPage({ loaderData: { sections } }: Route.ComponentProps) {
  const sell = (
    <LinkButton to="/sell" variant="primary">
      {m.mine_sell()}
    </LinkButton>
  );
  return (
    <div className="wrap pb-16">
      <PageTitle title={m.mine_title()} actions={sections.length > 0 ? sell : undefined} />
      {sections.length === 0 ? (
        <EmptyState title={m.mine_empty()} hint={m.mine_empty_hint()} action={sell} />
      ) : (
        sections.map((section) => (
          <section key={section.type} aria-labelledby={`mine-${section.type}`} className="mb-12">
            <SectionHeading id={`mine-${section.type}`} title={section.title} />
            <CardGrid cards={section.cards} from="my-listings" heading="h3" />
          </section>
        ))
      )}
    </div>
  );
}
