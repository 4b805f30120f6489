import { Eye, Heart, MessageCircle } from "lucide-react";
import { useRef } from "react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { showToast } from "#app/ui/toast.ts";
import { useFetcherAnswer } from "#app/ui/use-fetcher-answer.ts";
import type { ListingCard, LowerPriceAnswer, OwnListing } from "../view.ts";

const ICONS = { viewers: Eye, favorites: Heart, conversations: MessageCircle } as const;

interface OwnListingFootProps {
  readonly card: ListingCard;
  readonly own: OwnListing;
  /** The answer to a form that was sent without JavaScript. */
  readonly answer: LowerPriceAnswer | undefined;
}

export function OwnListingFoot({ card, own, answer }: OwnListingFootProps) {
  return (
    <div className="mt-2 grid content-start gap-2">
      <ul className="flex gap-4 text-soft text-sm tabular-nums">
        {own.interest.map(({ kind, count, label }) => {
          const Icon = ICONS[kind];
          return (
            <li key={kind} title={label} className="inline-flex items-center gap-1">
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span aria-hidden="true">{count}</span>
              <span className="sr-only">{label}</span>
            </li>
          );
        })}
      </ul>
      {own.price && <LowerPrice name={card.name} own={own} price={own.price} answer={answer} />}
    </div>
  );
}

interface LowerPriceProps extends Pick<OwnListingFootProps, "own" | "answer"> {
  readonly name: string;
  readonly price: NonNullable<OwnListing["price"]>;
}

function LowerPrice({ name, own: { listing, watched }, price, answer }: LowerPriceProps) {
  const fetcher = useFetcher<LowerPriceAnswer>();
  const fold = useRef<HTMLDetailsElement>(null);
  const result = fetcher.data ?? (answer?.listing === listing ? answer : undefined);
  const refused = result && !result.ok ? result : undefined;
  useFetcherAnswer(fetcher.data, ({ ok, message }) => {
    if (!ok || !fold.current) return;
    showToast({ title: message, tone: "good" });
    fold.current.open = false;
    fold.current.querySelector("summary")?.focus();
  });
  return (
    // Opening one of these forms closes the others, which have the same name.
    <details ref={fold} name="lower-price" open={refused !== undefined}>
      <summary
        className={`${buttonClasses({ size: "sm" })} w-full list-none [&::-webkit-details-marker]:hidden`}
      >
        {m.mine_price_lower()}
        <span className="sr-only"> ({name})</span>
      </summary>
      <fetcher.Form
        method="post"
        action={href("/my-listings")}
        data-failed={m.stock_not_saved()}
        className="mt-3 grid gap-3"
      >
        <input type="hidden" name="listing" value={listing} />
        <input type="hidden" name="was" value={price.cents} />
        <TextField
          key={price.cents}
          label={m.mine_price_new()}
          hint={m.mine_price_now({ price: price.text })}
          name="price"
          defaultValue={refused?.price ?? price.suggested}
          inputMode="decimal"
          prefix="€"
          autoComplete="off"
          required
          error={refused?.message}
          announced
        />
        {watched && <p className="text-soft text-sm">{m.mine_price_notifies()}</p>}
        <Button type="submit" size="sm" busy={fetcher.state !== "idle"}>
          {m.stock_save()}
        </Button>
      </fetcher.Form>
    </details>
  );
}
