import { useState } from "react";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { offerHere } from "../language-offer.ts";

const LanguageOfferBanner = lazyLoad(
  async () => (await import("./language-offer-banner.tsx")).LanguageOfferBanner,
);

/**
 * Offers the page in the visitor's language when the page is in another (decision 0008). It renders only in the
 * browser.
 */
export function LanguageOffer() {
  return useHydrated() && <Offer />;
}

function Offer() {
  const [offered, setOffered] = useState(offerHere);
  return offered && <LanguageOfferBanner language={offered} onClose={() => setOffered(null)} />;
}
