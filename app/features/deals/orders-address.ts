import type { DealRole } from "./rules.ts";
import { SHOWS, type Show } from "./view.ts";

/** Which part of the list an address asks for. */
export interface OrdersAsked {
  readonly as: DealRole;
  /** Null: all of that role. */
  readonly show: Show | null;
  readonly page: number;
}

/** Reads an address; what is not understood is not asked. */
export function ordersAsked(params: URLSearchParams): OrdersAsked {
  const page = params.get("page") ?? "";
  return {
    as: params.get("as") === "selling" ? "seller" : "buyer",
    show: SHOWS.find((show) => show === params.get("show")) ?? null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a part of the list; what is at its default is left out. */
export function ordersHref({ as, show, page = 1 }: Omit<OrdersAsked, "page"> & { page?: number }): string {
  const params = new URLSearchParams();
  if (as === "seller") params.set("as", "selling");
  if (show !== null) params.set("show", show);
  if (page > 1) params.set("page", String(page));
  const query = params.toString();
  return query === "" ? "/orders" : `/orders?${query}`;
}
