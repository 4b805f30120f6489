import { useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { call } from "#app/ui/call.ts";
import type { PriceGuideView } from "../view.ts";

interface PriceHintProps {
  readonly type: string;
  /** The slug of the model that the seller chose. */
  readonly model: string | null;
  /** The condition that the seller chose; empty for none. */
  readonly condition: string;
  /** The guide for the model and the condition that the form had when the page was loaded. */
  readonly initial: PriceGuideView | null;
}

/** The price guide below the price field of the sell form. It follows the chosen model and condition. */
export function PriceHint({ type, model, condition, initial }: PriceHintProps) {
  const address = useHref(href("/models/prices.json"));
  const [guide, setGuide] = useState(initial);
  const shown = useRef(`${model} ${condition}`);

  useEffect(() => {
    const key = `${model} ${condition}`;
    if (shown.current === key) return;
    shown.current = key;
    if (model === null) return setGuide(null);
    const request = new AbortController();
    const query = new URLSearchParams({ type, model, condition });
    call<PriceGuideView | null>(`${address}?${query}`, undefined, { signal: request.signal })
      .catch(() => null)
      .then((found) => {
        if (!request.signal.aborted) setGuide(found);
      });
    return () => request.abort();
  }, [address, type, model, condition]);

  return (
    <p role="status" className="text-sm text-soft">
      {guide && <PriceGuide guide={guide} />}
    </p>
  );
}

/** A price guide, such as "Sold here for €95–130, €115 in the middle", and what it is computed from. */
export function PriceGuide({ guide: { text, middle, basis } }: { guide: PriceGuideView }) {
  return (
    <span className="mt-1.5 block">
      <span className="font-semibold text-ink">{text}</span>, {middle}
      <span className="block">{basis}</span>
    </span>
  );
}
