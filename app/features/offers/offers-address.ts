import { href } from "react-router";
import type { OfferRole } from "#app/domain/offer.ts";

export const OFFER_ROLES: readonly OfferRole[] = ["buyer", "seller"];

const WORDS: Readonly<Record<OfferRole, string>> = { buyer: "made", seller: "received" };

export interface OffersQuery {
  /** The role whose offers are shown. Null: "buyer", or "seller" when the viewer has offers only as a seller. */
  readonly as: OfferRole | null;
  readonly page: number;
}

export function offersQuery(params: URLSearchParams): OffersQuery {
  const page = params.get("page") ?? "";
  return {
    as: OFFER_ROLES.find((role) => WORDS[role] === params.get("as")) ?? null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

export function offersHref(as: OfferRole, page = 1): string {
  const params = new URLSearchParams({ as: WORDS[as] });
  if (page > 1) params.set("page", String(page));
  return `${href("/offers")}?${params}`;
}
