import { href, redirect } from "react-router";
import { ORDER_FILTER_NAMES, ROLE_NAMES } from "#app/features/deals/ui/order-texts.ts";
import { useRevalidateOnDealEvent, useStep } from "#app/features/deals/ui/use-step.ts";
import type { OrderList } from "#app/features/deals/view.ts";
import { speaksOfOffers } from "#app/features/offers/queries.server.ts";
import { ORDER_ROLES, ordersHref, ordersQuery } from "#app/features/orders/orders-address.ts";
import { orders } from "#app/features/orders/queries.server.ts";
import { OrderCard } from "#app/features/orders/ui/order-card.tsx";
import { OrderFilterLinks } from "#app/features/orders/ui/order-filter-links.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/orders.route.ts";

export const middleware = [signedIn];

/** The viewer's deals as buyer (`?as=buying`) or as seller (`?as=selling`). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const query = ordersQuery(new URL(request.url).searchParams);
  const list = await orders(viewer, query);
  // The list has become shorter, so the requested page no longer exists.
  if (list.page !== query.page) throw redirect(ordersHref(list));
  return { list, offers: await speaksOfOffers(viewer) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return titled(m.shell_orders());
  const { as, show, page } = loaderData.list;
  return titled(listTitle([m.shell_orders(), ROLE_NAMES[as](), show && ORDER_FILTER_NAMES[show]()], page));
}

export default function OrdersPage({ loaderData: { list, offers } }: Route.ComponentProps) {
  const moments = useTimeFormat();
  const stepping = useStep();
  useRevalidateOnDealEvent(list.live);
  const { as, show, totals, counts, page, pages } = list;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.shell_orders()}
        lead={m.orders_lead()}
        count={resultCount(show ? counts[show] : totals[as], false)}
        actions={offers && <LinkButton to={href("/offers")}>{m.offers_title()}</LinkButton>}
      />
      <LinkTabs
        label={m.orders_tabs()}
        tabs={ORDER_ROLES.map((role) => ({
          to: ordersHref({ as: role, show: null }),
          label: (
            <>
              {ROLE_NAMES[role]()}
              <span className="ml-1.5 font-normal tabular-nums">({totals[role]})</span>
            </>
          ),
          current: role === as,
        }))}
      />
      {totals[as] > 0 && <OrderFilterLinks list={list} />}
      {list.orders.length === 0 ? (
        <Nothing list={list} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {list.orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} moments={moments} stepping={stepping} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination page={page} pages={pages} hrefOf={(to) => ordersHref({ as, show, page: to })} />
      </div>
    </div>
  );
}

function Nothing({ list: { as, show } }: { list: OrderList }) {
  if (show !== null)
    return (
      <EmptyState
        title={m.orders_none_shown()}
        action={<LinkButton to={ordersHref({ as, show: null })}>{m.orders_show_all_action()}</LinkButton>}
      />
    );
  const buying = as === "buyer";
  return (
    <EmptyState
      title={buying ? m.orders_none_bought() : m.orders_none_sold()}
      hint={buying ? m.orders_none_bought_hint() : m.orders_none_sold_hint()}
      action={
        <>
          <LinkButton to={href("/messages")} variant="primary">
            {m.chat_inbox_title()}
          </LinkButton>
          {buying ? (
            <LinkButton to={href("/search")}>{m.orders_browse()}</LinkButton>
          ) : (
            <LinkButton to={href("/my-listings")}>{m.shell_my_items()}</LinkButton>
          )}
        </>
      }
    />
  );
}
