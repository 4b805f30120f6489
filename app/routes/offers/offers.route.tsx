import { href, redirect } from "react-router";
import type { OfferRole } from "#app/domain/offer.ts";
import { useRevalidateOnDealEvent } from "#app/features/deals/ui/use-step.ts";
import { OFFER_ROLES, offersHref, offersQuery } from "#app/features/offers/offers-address.ts";
import { offersOf } from "#app/features/offers/queries.server.ts";
import { OfferItem } from "#app/features/offers/ui/offer-item.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { saysOffers } from "#app/platform/settings.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/offers.route.ts";

export const middleware = [signedIn];

const NAMES: Readonly<Record<OfferRole, () => string>> = { buyer: m.offers_made, seller: m.offers_received };

/** The viewer's offers as buyer (`?as=made`) or as seller (`?as=received`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const query = offersQuery(new URL(request.url).searchParams);
  const list = await offersOf(viewer, query);
  // The list has become shorter, so the requested page no longer exists.
  if (list.page !== query.page) throw redirect(offersHref(list.as, list.page));
  return { list, isOffered: await saysOffers() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return titled(m.offers_title());
  const { as, page } = loaderData.list;
  return titled(listTitle([m.offers_title(), NAMES[as]()], page));
}

export default function OffersPage({ loaderData: { list, isOffered } }: Route.ComponentProps) {
  const moments = useTimeFormat();
  useRevalidateOnDealEvent(list.live);
  const { as, totals, page, pages } = list;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.offers_title()}
        lead={m.offers_lead()}
        count={resultCount(totals[as], false)}
        actions={<LinkButton to={href("/orders")}>{m.shell_orders()}</LinkButton>}
      />
      <LinkTabs
        label={m.offers_tabs()}
        tabs={OFFER_ROLES.map((role) => ({
          to: offersHref(role),
          label: (
            <>
              {NAMES[role]()}
              <span className="ml-1.5 font-normal tabular-nums">({totals[role]})</span>
            </>
          ),
          current: role === as,
        }))}
      />
      {list.offers.length === 0 ? (
        <Nothing as={as} isOffered={isOffered} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {list.offers.map((item) => (
            <li key={item.offer.id}>
              <OfferItem item={item} moments={moments} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} hrefOf={(to) => offersHref(as, to)} />
      </div>
    </div>
  );
}

/** The hints are about making offers, so they are shown in a shop with offers only. */
function Nothing({ as, isOffered }: { as: OfferRole; isOffered: boolean }) {
  return as === "buyer" ? (
    <EmptyState
      title={m.offers_none_made()}
      hint={isOffered && m.offers_none_made_hint()}
      action={<LinkButton to={href("/search")}>{m.orders_browse()}</LinkButton>}
    />
  ) : (
    <EmptyState
      title={m.offers_none_received()}
      hint={isOffered && m.offers_none_received_hint()}
      action={<LinkButton to={href("/my-listings")}>{m.shell_my_items()}</LinkButton>}
    />
  );
}
