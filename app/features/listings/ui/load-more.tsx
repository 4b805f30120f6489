import { useState } from "react";
import { useLocation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { LinkButton } from "#app/ui/button.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { entryOf, remembered, storedSnapshot } from "./batch-memory.ts";
import type { MoreCardsProps } from "./more-cards.tsx";

const MoreCards = lazyLoad(async () => (await import("./more-cards.tsx")).MoreCards);

interface LoadMoreProps extends MoreCardsProps {
  /** The URL of the next page, which a press on the button opens before hydration. */
  readonly next: string;
}

/** The code that loads more cards is fetched when the button is pressed, or when the visitor returns to the page. */
export function LoadMore({ next, ...props }: LoadMoreProps) {
  const { list, total } = props;
  const entry = entryOf(useLocation().key, list);
  const hydrated = useHydrated();
  const [trigger, setTrigger] = useState<"press" | "return" | null>(null);
  if (hydrated && !trigger && (remembered(entry) || storedSnapshot(entry))) setTrigger("return");
  const button = (
    <LinkButton
      to={next}
      rel="next"
      aria-disabled={trigger !== null || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        setTrigger("press");
      }}
      className="justify-self-center"
    >
      {m.browse_load_more({ n: Math.min(list.size, total - list.first * list.size) })}
    </LinkButton>
  );
  if (!trigger) return button;
  return <MoreCards {...props} byButton={trigger} fallback={button} onMissing={() => setTrigger(null)} />;
}
