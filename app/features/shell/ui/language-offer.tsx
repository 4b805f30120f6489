import { useState } from "react";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { offerHere } from "../language-offer.ts";

const LanguageOfferBanner = lazyLoad(
  async () => (await import("./language-offer-banner.tsx")).LanguageOfferBanner,
);

/** Offers the page in another language (decision 0008). It renders only in the browser, whose languages it needs. */
export function LanguageOffer({ signedIn }: { signedIn: boolean }) {
  return useHydrated() && <Offer signedIn={signedIn} />;
}

function Offer({ signedIn }: { signedIn: boolean }) {
  const [offered, setOffered] = useState(offerHere);
  const onClose = () => setOffered(null);
  return offered && <LanguageOfferBanner language={offered} signedIn={signedIn} onClose={onClose} />;
}
