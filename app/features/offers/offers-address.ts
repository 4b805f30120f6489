import { href } from "react-router";
import type { OfferRole } from "#app/domain/offer.ts";

/** A buyer sees the offers made, a seller the offers received. */
export const ROLES: readonly OfferRole[] = ["buyer", "seller"];

/** The names of the roles in addresses. */
const WORDS: Readonly<Record<OfferRole, string>> = { buyer: "made", seller: "received" };

export interface OffersQuery {
  /** Null: the role in which the viewer has offers. */
  readonly as: OfferRole | null;
  readonly page: number;
}

export function offersQuery(params: URLSearchParams): OffersQuery {
  const page = params.get("page") ?? "";
  return {
    as: ROLES.find((role) => WORDS[role] === params.get("as")) ?? null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a part of the list. The first page is left out. */
export function offersHref(as: OfferRole, page = 1): string {
  const params = new URLSearchParams({ as: WORDS[as] });
  if (page > 1) params.set("page", String(page));
  return `${href("/offers")}?${params}`;
}
