import { useState } from "react";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { offerHere } from "../language-offer.ts";

const LanguageOfferBanner = lazyLoad(
  async () => (await import("./language-offer-banner.tsx")).LanguageOfferBanner,
);

/** Offers the page in another language (decision 0008). It renders only in the browser, whose languages it needs. */
export function LanguageOffer() {
  return useHydrated() && <Offer />;
}

function Offer() {
  const [offered, setOffered] = useState(offerHere);
  return offered && <LanguageOfferBanner language={offered} onClose={() => setOffered(null)} />;
}
