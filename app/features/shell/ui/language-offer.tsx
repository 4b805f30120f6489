import { useEffect, useState } from "react";
import type { Language } from "#app/domain/choices.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { offerHere } from "../offer.ts";

const OfferLine = onDemand(async () => (await import("./offer-line.tsx")).OfferLine);

/** Offers the page in the visitor's language where it is in another (decision 0008): seen by the browser alone. */
export function LanguageOffer() {
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => setOffered(offerHere()), []);
  return offered && <OfferLine language={offered} onClose={() => setOffered(null)} />;
}
