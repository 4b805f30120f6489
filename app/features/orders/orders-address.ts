import { href } from "react-router";
import type { DealRole } from "#app/domain/deal.ts";
import { ORDER_FILTERS, type OrderFilter } from "#app/features/deals/view.ts";

export const ORDER_ROLES: readonly DealRole[] = ["buyer", "seller"];

const WORDS: Readonly<Record<DealRole, string>> = { buyer: "buying", seller: "selling" };

export interface OrdersQuery {
  /** The role whose deals are shown. Null: "buyer", or "seller" when the viewer has only sales. */
  readonly as: DealRole | null;
  readonly show: OrderFilter | null;
  readonly page: number;
}

export function ordersQuery(params: URLSearchParams): OrdersQuery {
  const page = params.get("page") ?? "";
  return {
    as: ORDER_ROLES.find((role) => WORDS[role] === params.get("as")) ?? null,
    show: ORDER_FILTERS.find((show) => show === params.get("show")) ?? null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

export function ordersHref({
  as,
  show,
  page = 1,
}: {
  as: DealRole;
  show: OrderFilter | null;
  page?: number;
}): string {
  const params = new URLSearchParams({ as: WORDS[as] });
  if (show !== null) params.set("show", show);
  if (page > 1) params.set("page", String(page));
  return `${href("/orders")}?${params}`;
}
