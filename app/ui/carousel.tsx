import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { m } from "#app/paraglide/messages.js";
import { SectionHeading } from "./headings.tsx";
import { IconButton } from "./icon-button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** The distance of one step, by button or arrow key. */
const STEP_PX = 300;

/** Whether the row is scrolled to its first item, and to its last. For a row that fits, both are true. */
interface Ends {
  readonly first: boolean;
  readonly last: boolean;
}

const BOTH: Ends = { first: true, last: true };

function endsOf(row: HTMLElement): Ends {
  // With fractional pixels, the scroll position may stop just before the end.
  return { first: row.scrollLeft < 1, last: row.scrollLeft + row.clientWidth > row.scrollWidth - 1 };
}

function useEnds(row: RefObject<HTMLElement | null>) {
  const [ends, setEnds] = useState(BOTH);
  const look = useCallback(() => {
    if (!row.current) return;
    const now = endsOf(row.current);
    setEnds((before) => (before.first === now.first && before.last === now.last ? before : now));
  }, [row]);
  useEffect(() => {
    if (!row.current) return;
    const watch = new ResizeObserver(look);
    watch.observe(row.current);
    return () => watch.disconnect();
  }, [row, look]);
  return { ends, look };
}

interface CarouselProps {
  readonly title: string;
  /** Below the title. */
  readonly hint?: ReactNode;
  /** A link to the whole list: beside the title, and on a phone as the last item. */
  readonly more?: ReactNode;
  /** A phone shows two items and part of a third; on larger screens an item and its gap are 300 px wide. */
  readonly children: ReactNode;
}

/**
 * A row that scrolls sideways. Items are 150 or 300 px apart, so that a step of 300 px ends at a snap point. Without
 * JavaScript only the buttons are missing, and their space stays.
 */
export function Carousel({ title, hint, more, children }: CarouselProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const { ends, look } = useEnds(row);

  const move = (steps: number) => row.current?.scrollBy({ left: steps * STEP_PX, behavior: glide() });

  function pressKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const scroller = row.current;
    if (!scroller) return;
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else if (event.key === "Home") scroller.scrollTo({ left: 0, behavior: glide() });
    else if (event.key === "End") scroller.scrollTo({ left: scroller.scrollWidth, behavior: glide() });
    else return;
    event.preventDefault();
  }

  const hidesControls = !hydrated || (ends.first && ends.last);
  return (
    <section aria-labelledby={id} className="below min-w-0 [--about:25.5rem] sm:[--about:34.5rem]">
      <SectionHeading
        id={id}
        title={title}
        action={
          <div className="flex items-center gap-1">
            {more && <span className="mr-2 hidden sm:block">{more}</span>}
            <div className={hidesControls ? "invisible flex" : "flex"}>
              <Step label={m.ui_row_back({ row: title })} at={ends.first} onPress={() => move(-1)}>
                <ChevronLeft aria-hidden="true" />
              </Step>
              <Step label={m.ui_row_on({ row: title })} at={ends.last} onPress={() => move(1)}>
                <ChevronRight aria-hidden="true" />
              </Step>
            </div>
          </div>
        }
      />
      {hint}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, and there are none here */}
      <div
        ref={row}
        role="group"
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll this element
        tabIndex={0}
        onScroll={look}
        onKeyDown={pressKey}
        className="row-scroll"
      >
        <ul className="row-items">
          {Children.map(children, (item) => (
            <li>{item}</li>
          ))}
          {more && <li className="flex items-center justify-center sm:hidden!">{more}</li>}
        </ul>
      </div>
    </section>
  );
}

/** At the end the button is disabled but stays focusable: removing it would lose the keyboard focus. */
function Step({
  label,
  at,
  onPress,
  children,
}: {
  label: string;
  at: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={at || undefined}
      onClick={() => !at && onPress()}
      className="aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      {children}
    </IconButton>
  );
}

function glide(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
