import { type FormEvent, type ReactNode, useEffect, useEffectEvent } from "react";
import { Link } from "react-router";
import { formatNumber } from "#app/domain/format.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { Button } from "#app/ui/button.tsx";
import type { ListingCard as Card } from "../view.ts";
import { CardGrid, CardGridSkeleton } from "./card-grid.tsx";
import { type ListOf, useCardBatches } from "./use-card-batches.ts";

export interface MoreCardsProps {
  readonly list: ListOf;
  readonly signedIn: boolean;
  readonly total: number;
  readonly capped: boolean;
  /** Null when this is the first page. */
  readonly toBeginning: string | null;
  readonly corner: (card: Card, favorite: boolean) => ReactNode;
  /**
   * If set, only the button loads more cards, not scrolling. "press": it was pressed already, so the first load starts
   * immediately. "return": the visitor returned to the page, and the batches that were shown before are restored.
   */
  readonly byButton?: "press" | "return";
}

/**
 * Only batches near the screen are rendered; the others keep their height. After a few batches, a button loads the next
 * one, so that the footer can be reached.
 */
export function MoreCards(props: MoreCardsProps) {
  const { list, signedIn, total, capped, toBeginning, corner, byButton } = props;
  const { batches, last, frameOf, end, state, goOn, setFavorite } = useCardBatches(list, byButton && 0);
  const begin = useEffectEvent(() => byButton === "press" && goOn());
  useEffect(() => void begin(), []);
  const number = (value: number) => formatNumber(value, getLocale());
  const shown = Math.min(last * list.size, total) - (list.first - 1) * list.size;
  const isEnd = last >= list.pages;
  const more = byButton
    ? m.browse_load_more({ n: Math.min(list.size, total - last * list.size) })
    : m.browse_list_more();

  /** Updates the hearts of batches: the page's loader only updates those of the cards that it loaded itself. */
  function pressed({ target, nativeEvent }: FormEvent<HTMLDivElement>): void {
    if (!(target instanceof HTMLFormElement) || !navigator.onLine) return;
    const { submitter } = nativeEvent as SubmitEvent;
    const data = new FormData(target, submitter);
    const [id, favorite] = [data.get("id"), data.get("favorite")];
    if (typeof id === "string") setFavorite(id, favorite === "true");
  }

  return (
    <div className="grid gap-8" onSubmit={signedIn ? pressed : undefined}>
      {batches.map((batch) => (
        <div key={batch.number} {...frameOf(batch)}>
          {batch.view ? (
            <CardGrid
              cards={batch.view.cards}
              label={m.browse_list_part({
                from: number((batch.number - 1) * list.size + 1),
                to: number(Math.min(batch.number * list.size, total)),
              })}
              later
              corner={(card) => corner(card, batch.view?.favorites.includes(card.id) ?? false)}
            />
          ) : (
            batch.near && <CardGridSkeleton count={list.size} />
          )}
        </div>
      ))}
      <div ref={end} className="grid justify-items-center gap-4 text-center">
        {state === "loading" && (
          <div className="w-full">
            <CardGridSkeleton count={byButton ? 2 : 4} />
          </div>
        )}
        {toBeginning && (
          <Link to={toBeginning} className="underline">
            {m.browse_list_beginning()}
          </Link>
        )}
        <p role="status" className="text-soft tabular-nums">
          {(capped ? m.browse_list_shown_many : m.browse_list_shown)({
            shown: number(shown),
            total: number(total),
          })}
        </p>
        {state === "failed" && <p role="alert">{m.browse_list_failed()}</p>}
        {isEnd ? (
          capped && <p>{m.browse_list_capped({ total: number(total) })}</p>
        ) : (
          <Button onClick={goOn} busy={state === "loading"}>
            {state === "failed" ? m.error_try_again() : more}
          </Button>
        )}
      </div>
    </div>
  );
}
