import { ArrowRight, RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { href, Link, useHref } from "react-router";
import { StatusBadge } from "#app/features/listings/ui/listing-card.tsx";
import type { ListingCard } from "#app/features/listings/view.ts";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { call } from "#app/ui/call.ts";
import { Skeleton } from "#app/ui/lazy-load.tsx";
import { Price } from "#app/ui/price.tsx";

type SuggestedCard = Pick<
  ListingCard,
  "type" | "id" | "path" | "name" | "price" | "approximately" | "status" | "photo" | "facts"
>;

export interface SuggestionsView {
  readonly cards: readonly SuggestedCard[];
  /** Whether no listing matched all criteria, so that the cards match only some of them. */
  readonly nearest: boolean;
  /** The search in words: "Rackets · “wilson” · up to €100.00". */
  readonly label: string;
  /** "12 results" */
  readonly count: string;
  readonly href: string;
}

/** How long suggestions are cached, so that reopening the panel does not request them again. */
const FRESH_MS = 60_000;

const fetched = new Map<string, { readonly view: SuggestionsView; readonly at: number }>();

function fresh(path: string): SuggestionsView | undefined {
  const cached = fetched.get(path);
  return cached && Date.now() - cached.at < FRESH_MS ? cached.view : undefined;
}

export function ConciergeSuggestions({ question, onLeave }: { question: string; onLeave: () => void }) {
  const path = useHref(`${href("/assistant/suggestions")}?${new URLSearchParams({ q: question })}`);
  const [view, setView] = useState<SuggestionsView | "failed" | undefined>(() => fresh(path));
  const load = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const answer = await call<SuggestionsView>(path);
      fetched.set(path, { view: answer, at: Date.now() });
      if (isCurrent()) setView(answer);
    } catch {
      if (isCurrent()) setView("failed");
    }
  });
  useEffect(() => {
    if (view !== undefined) return;
    let mounted = true;
    void load(() => mounted);
    return () => {
      mounted = false;
    };
  }, [view]);

  if (view === undefined) return <Waiting />;
  if (view === "failed") {
    return (
      <p className="flex flex-wrap items-center gap-x-1 text-sm text-soft">
        {m.assistant_suggestions_failed()}
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => setView(undefined)}
        >
          {m.assistant_retry()}
        </Button>
      </p>
    );
  }
  return (
    <div className="grid min-w-0 gap-2 rounded-lg border border-line p-3">
      <p className="text-sm text-soft">{sentenceOf(view)}</p>
      {view.cards.length > 0 && (
        <ul className="grid gap-1">
          {view.cards.map((card) => (
            <li key={card.id} className="min-w-0">
              <Card card={card} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
      <Link
        to={view.href}
        onClick={(event) => !opensElsewhere(event) && onLeave()}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 font-semibold text-[0.9375rem] text-link underline-offset-4 hover:underline"
      >
        <span className="min-w-0">
          {view.label} ({view.count})
        </span>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    </div>
  );
}

function sentenceOf({ cards, nearest }: SuggestionsView): string {
  if (cards.length === 0) return m.assistant_suggestions_none();
  return nearest ? m.assistant_suggestions_nearest() : m.assistant_suggestions_found();
}

function opensElsewhere({
  metaKey,
  ctrlKey,
  shiftKey,
}: {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
}) {
  return metaKey || ctrlKey || shiftKey;
}

function Card({ card, onLeave }: { card: SuggestedCard; onLeave: () => void }) {
  return (
    <Link
      to={card.path}
      onClick={(event) => !opensElsewhere(event) && onLeave()}
      className="group grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 rounded-md p-1.5 transition-colors hover:bg-sunken"
    >
      <span className="aspect-[4/5] overflow-hidden rounded-sm bg-sunken">
        <Photo photo={card.photo} alt="" sizes="3.5rem" className="size-full object-cover" />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <bdi className="line-clamp-2 font-semibold text-[0.9375rem] leading-snug group-hover:underline">
          {card.name}
        </bdi>
        {card.facts.length > 0 && (
          <span className="text-soft text-sm">{card.facts.map(({ value }) => value).join(" · ")}</span>
        )}
        <span className="flex flex-wrap items-center gap-x-2">
          <Price
            price={card.price}
            approximately={card.approximately}
            className="font-display font-semibold tabular-nums"
          />
          <StatusBadge status={card.status} />
        </span>
      </span>
    </Link>
  );
}

function Waiting() {
  return (
    <div
      role="status"
      aria-label={m.assistant_suggestions_loading()}
      className="grid gap-2 rounded-lg border border-line p-3"
    >
      <Skeleton className="h-5 w-2/5" />
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-3 p-1.5">
          <Skeleton className="aspect-[4/5]" />
          <Skeleton className="h-10 w-3/4" />
        </div>
      ))}
    </div>
  );
}
