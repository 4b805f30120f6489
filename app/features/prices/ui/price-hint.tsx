import { useEffect, useRef, useState } from "react";
import { href, useHref } from "react-router";
import { call } from "#app/ui/call.ts";

export interface PriceGuideView {
  /** "Sold here for €95–130", "Asked here: €95–130". */
  readonly text: string;
  /** "€115 in the middle". */
  readonly middle: string;
  /** "7 sales in 12 months · Condition: Good". */
  readonly basis: string;
}

interface PriceHintProps {
  readonly type: string;
  /** The slug of the chosen model. */
  readonly model: string | null;
  readonly condition: string;
  /** For the model and the condition that the form had when the page was loaded. */
  readonly initial: PriceGuideView | null;
}

/** The price guide in the sell form. It changes with the chosen model and condition. */
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
      .then((guide) => {
        if (!request.signal.aborted) setGuide(guide);
      });
    return () => request.abort();
  }, [address, type, model, condition]);

  return (
    <p role="status" className="text-sm text-soft">
      {guide && <PriceGuide guide={guide} />}
    </p>
  );
}

export function PriceGuide({ guide: { text, middle, basis } }: { guide: PriceGuideView }) {
  return (
    <span className="mt-1.5 block">
      <span className="font-semibold text-ink">{text}</span>, {middle}
      <span className="block">{basis}</span>
    </span>
  );
}
