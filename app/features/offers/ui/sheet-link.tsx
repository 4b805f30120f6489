import type { MouseEvent } from "react";
import { href } from "react-router";
import type { ListingDetail } from "#app/features/listings/view.ts";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useOverlayEntry } from "#app/ui/use-overlay-entry.ts";
import type { Way } from "../view.ts";

// Lazy-loaded with the forms: most visitors of a listing open neither.
const OfferSheet = lazyLoad(async () => (await import("./offer-sheet.tsx")).OfferSheet);

const WAYS: Readonly<Record<Way, { fragment: string; name: () => string; page: string }>> = {
  direct_checkout: { fragment: "buy", name: m.option_direct_checkout, page: href("/buy") },
  bid: { fragment: "offer", name: m.option_bid, page: href("/offers/new") },
};

/** Buy Now or Make Offer: a link to the page of its form, and for who is signed in a sheet over the listing. */
export function SheetLink({
  way,
  listing,
  signedIn,
}: {
  way: Way;
  listing: ListingDetail;
  signedIn: boolean;
}) {
  const { fragment, name, page } = WAYS[way];
  const { isOpen, open, close } = useOverlayEntry(fragment);
  function press(event: MouseEvent): void {
    if (!signedIn || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  }
  return (
    <>
      <LinkButton to={`${page}?listing=${listing.type}:${listing.id}`} size="lg" onClick={press}>
        {name()}
      </LinkButton>
      {signedIn && isOpen && <OfferSheet way={way} listing={listing} onClose={close} onMissing={close} />}
    </>
  );
}
