import { type MouseEvent, useRef } from "react";
import { href } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useOverlayEntry } from "#app/ui/use-overlay-entry.ts";
import type { SheetListing, Way } from "../view.ts";

// Lazy-loaded with the forms: most visitors of a listing open neither.
const OfferSheet = lazyLoad(async () => (await import("./offer-sheet.tsx")).OfferSheet);

const WAYS: Readonly<Record<Way, { fragment: string; name: () => string; page: string }>> = {
  direct_checkout: { fragment: "buy", name: m.option_direct_checkout, page: href("/buy") },
  bid: { fragment: "offer", name: m.option_bid, page: href("/offers/new") },
};

/**
 * Buy Now or Make Offer: a link to the page of its form. For who is signed in, a press opens the sheet instead, which
 * is one of the page's `OfferSheets`.
 */
export function SheetLink({
  way,
  listing,
  signedIn,
  size,
}: {
  way: Way;
  /** "racket:0198…" */
  listing: string;
  signedIn: boolean;
  size: "sm" | "lg";
}) {
  const { fragment, name, page } = WAYS[way];
  const { open } = useOverlayEntry(fragment);
  function press(event: MouseEvent): void {
    if (!signedIn || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  }
  return (
    <LinkButton to={`${page}?listing=${listing}`} size={size} onClick={press}>
      {name()}
    </LinkButton>
  );
}

/** The sheets that the page's `SheetLink`s open. */
export function OfferSheets({ listing }: { listing: SheetListing }) {
  return (["direct_checkout", "bid"] as const).map((way) => (
    <WaySheet key={`${way} ${listing.key}`} way={way} listing={listing} />
  ));
}

function WaySheet({ way, listing }: { way: Way; listing: SheetListing }) {
  const { isOpen, close } = useOverlayEntry(WAYS[way].fragment);
  const draft = useRef({});
  return isOpen && <OfferSheet way={way} listing={listing} draft={draft} onClose={close} onMissing={close} />;
}
