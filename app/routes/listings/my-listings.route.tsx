import { Handshake } from "lucide-react";
import { href, Link } from "react-router";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { bundleOf } from "#app/features/bundles/bundles.server.ts";
import { BundleForm } from "#app/features/bundles/ui/bundle-form.tsx";
import { lowerPrice, lowerPriceSchema } from "#app/features/listings/lower-price.server.ts";
import { presentCards, presentJustListed, presentOwn } from "#app/features/listings/present.server.ts";
import { listingCountsOf, newestOfEachType } from "#app/features/listings/queries.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { CardGrid } from "#app/features/listings/ui/card-grid.tsx";
import { OwnListingFoot } from "#app/features/listings/ui/own-listing-foot.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { ListedPanel } from "#app/features/sell/ui/listed-panel.tsx";
import { interestIn } from "#app/features/sellers/interest.server.ts";
import { ShareButton } from "#app/features/shell/ui/share-button.tsx";
import { silenceOf } from "#app/features/silent-sellers/queries.server.ts";
import { StillForSale } from "#app/features/silent-sellers/ui/still-for-sale.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { IconLink } from "#app/ui/icon-button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/my-listings.route";

/** Per section. If there are more, the section links to the stock table, which has all. */
const MAX_OF_A_TYPE = 100;

export const middleware = [signedIn];

/**
 * The viewer's own listings, a section per category. The router restores the scroll position from session
 * storage.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const types = CATEGORIES.map((category) => category.type);
  const [rows, counts, silence, bundle] = await Promise.all([
    newestOfEachType(viewer.id, types, MAX_OF_A_TYPE),
    listingCountsOf(viewer.id),
    silenceOf(viewer.id),
    bundleOf(viewer.id),
  ]);
  const cards = presentCards(rows, viewer);
  const interest = await interestIn(cards);
  return {
    silence,
    bundle,
    listed: presentJustListed(rows[0], viewer),
    own: Object.fromEntries(rows.map((row) => [row.id, presentOwn(row, interest.get(row.id))])),
    sections: CATEGORIES.map((definition) => ({
      type: definition.type,
      title: sentence(definition, "my_listings"),
      count: counts.get(definition.type) ?? 0,
      all: `${href("/sell/business/stock")}?${new URLSearchParams({ type: definition.type })}`,
      cards: cards.filter((card) => card.type === definition.type),
    })).filter((section) => section.cards.length > 0),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: lowerPriceSchema,
    coerces: false,
    command: lowerPrice,
  });
}

export function meta() {
  return titled(m.mine_title());
}

export default function MyListingsPage({
  loaderData: { sections, own, listed, silence, bundle },
  actionData,
}: Route.ComponentProps) {
  const sell = (
    <LinkButton to={href("/sell")} variant="primary">
      {m.mine_sell()}
    </LinkButton>
  );
  return (
    <div className="wrap pb-16">
      <PageTitle
        title={m.mine_title()}
        actions={
          sections.length > 0 && (
            <>
              {sell}
              <LinkButton to={href("/sell/business/stock")}>{m.stock_link()}</LinkButton>
            </>
          )
        }
      />
      {silence && (
        <div className="mb-8">
          <StillForSale silence={silence} />
        </div>
      )}
      {listed && (
        <ListedPanel listed={listed} share={<ShareButton path={listed.path} title={listed.name} />} />
      )}
      {sections.length > 0 && <BundleForm bundle={bundle} />}
      {sections.length === 0 ? (
        <EmptyState title={m.mine_empty()} hint={m.mine_empty_hint()} action={sell} />
      ) : (
        sections.map((section) => (
          <section key={section.type} aria-labelledby={`mine-${section.type}`} className="mb-12">
            <SectionHeading
              id={`mine-${section.type}`}
              title={section.title}
              count={section.count}
              action={
                section.count > section.cards.length && (
                  <Link to={section.all} className="shrink-0 font-semibold hover:underline">
                    {m.listing_see_all()}
                  </Link>
                )
              }
            />
            <CardGrid
              cards={section.cards}
              ownCorner={(card) => <MarkLink card={card} />}
              below={(card) => {
                const mine = own[card.id];
                return mine && <OwnListingFoot card={card} own={mine} answer={actionData} />;
              }}
              from="my-listings"
              heading="h3"
            />
          </section>
        ))
      )}
    </div>
  );
}

function MarkLink({ card: { type, id, name, status } }: { card: ListingCard }) {
  if (status !== "available") return null;
  return (
    <IconLink
      to={`${href("/deals/new")}?listing=${type}:${id}`}
      label={`${m.listing_mark_link()} (${name})`}
      className="bg-raised/90 hover:bg-raised"
    >
      <Handshake aria-hidden="true" />
    </IconLink>
  );
}
