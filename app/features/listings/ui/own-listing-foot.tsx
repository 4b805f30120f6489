import { Eye, Heart, MessageCircle } from "lucide-react";
import { useRef } from "react";
import { href, useFetcher } from "react-router";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFetcherAnswer } from "#app/ui/use-answer.ts";
import type { ListingCard, OwnListing } from "../view.ts";

const ICONS = { viewers: Eye, favorites: Heart, conversations: MessageCircle } as const;

interface OwnListingFootProps {
  readonly card: ListingCard;
  readonly own: OwnListing;
  /** The answer to a form that was sent without JavaScript. */
  readonly answer: Answer | undefined;
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
  const fetcher = useFetcher<Answer>();
  const fold = useRef<HTMLDetailsElement>(null);
  const sent = (given: Answer | undefined) => given?.result?.initialValue;
  const refusal = fetcher.data ?? (sent(answer)?.listing === listing ? answer : undefined);
  useFetcherAnswer(fetcher.data, ({ ok }) => {
    if (!ok || !fold.current) return;
    fold.current.open = false;
    fold.current.querySelector("summary")?.focus();
  });
  return (
    // Opening one of these forms closes the others, which have the same name.
    <details ref={fold} name="lower-price" open={refusal?.ok === false}>
      <summary className={`${buttonClasses({ size: "sm" })} w-full`}>
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
          defaultValue={String(sent(refusal)?.price ?? price.suggested)}
          inputMode="decimal"
          prefix="€"
          autoComplete="off"
          required
          error={refusal?.message}
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
