import { ORDER_FILTER_NAMES } from "#app/features/deals/ui/order-texts.ts";
import { ORDER_FILTERS, type OrderList } from "#app/features/deals/view.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkChips } from "#app/ui/chip.tsx";
import { ordersHref } from "../orders-address.ts";

export function OrderFilterLinks({ list: { as, show, totals, counts } }: { list: OrderList }) {
  const parts = [
    { filter: null, label: m.orders_show_all(), count: totals[as] },
    ...ORDER_FILTERS.map((filter) => ({
      filter,
      label: ORDER_FILTER_NAMES[filter](),
      count: counts[filter],
    })),
  ];
  return (
    <LinkChips
      label={m.orders_filter()}
      chips={parts.map(({ filter, label, count }) => ({
        to: ordersHref({ as, show: filter }),
        label,
        count,
        current: filter === show,
      }))}
      className="my-5"
    />
  );
}
