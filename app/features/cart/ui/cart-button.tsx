import { ShoppingCart } from "lucide-react";
import type { ComponentProps } from "react";
import { href, useRouteLoaderData } from "react-router";
import type { ListingStatus } from "#app/domain/listing.ts";
import { ToggleButton, type ToggleKind } from "#app/features/listings/ui/toggle-button.tsx";
import { m } from "#app/paraglide/messages.js";

const word = (active: boolean) => (active ? m.listing_cart_remove() : m.listing_cart_add());

const CART: ToggleKind = {
  path: href("/cart/item"),
  lock: "cart",
  field: "cart",
  Icon: ShoppingCart,
  activeClass: "fill-clay text-clay",
  label: (active, name) => `${word(active)}: ${name}`,
  word,
  failed: () => m.cart_failed(),
};

type Listing = ComponentProps<typeof ToggleButton>["listing"] & {
  readonly own: boolean;
  readonly status: ListingStatus;
};

/** The root loader has the cart (`cartForLayout`), so that other loaders need not read it. */
export function CartButton({ listing }: { listing: Listing }) {
  const frame = useRouteLoaderData<{ cart?: readonly string[] }>("root");
  const inCart = frame?.cart?.includes(listing.id) ?? false;
  if (listing.own || (listing.status !== "available" && !inCart)) return null;
  return <ToggleButton toggle={CART} listing={listing} active={inCart} labelled />;
}
