import { useEffect, useState } from "react";
import type { Language } from "#app/domain/choices.ts";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { offerHere } from "../language-offer.ts";

const LanguageOfferBanner = lazyLoad(
  async () => (await import("./language-offer-banner.tsx")).LanguageOfferBanner,
);

/**
 * Offers the page in the visitor's language when the page is in another (decision 0008). It renders only in the
 * browser.
 */
export function LanguageOffer() {
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => setOffered(offerHere()), []);
  return offered && <LanguageOfferBanner language={offered} onClose={() => setOffered(null)} />;
}
