import { Link } from "react-router";
import { ORDER_FILTER_NAMES } from "#app/features/deals/ui/order-texts.ts";
import { ORDER_FILTERS, type OrderList } from "#app/features/deals/view.ts";
import { m } from "#app/paraglide/messages.js";
import { classes } from "#app/ui/classes.ts";
import { ordersHref } from "../orders-address.ts";

/** Links, so that each filter has its own URL and works without JavaScript. */
export function OrderFilterLinks({ list: { as, show, totals, counts } }: { list: OrderList }) {
  const parts = [
    { show: null, label: m.orders_show_all(), count: totals[as] },
    ...ORDER_FILTERS.map((one) => ({ show: one, label: ORDER_FILTER_NAMES[one](), count: counts[one] })),
  ];
  return (
    <nav aria-label={m.orders_filter()} className="my-5">
      <ul className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <li key={part.show ?? "all"}>
            <Link
              to={ordersHref({ as, show: part.show })}
              preventScrollReset
              aria-current={part.show === show ? "page" : undefined}
              className={classes(
                "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 py-1 font-medium text-[0.9375rem] transition-colors sm:min-h-9",
                part.show === show
                  ? "border-ink bg-ink text-page"
                  : "border-edge bg-surface hover:border-ink hover:bg-sunken",
              )}
            >
              {part.label}
              <span className={classes("text-sm tabular-nums", part.show !== show && "text-soft")}>
                {part.count}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
