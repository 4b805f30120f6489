import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated, useWide } from "#app/ui/use-hydrated.ts";
import { useFragment } from "#app/ui/use-overlay-entry.ts";
import { chosenIn, scrollToResults } from "./filter-form.ts";

/** A URL with this fragment opens the filters on a phone, without JavaScript too. */
export const FILTERS_ID = "filters";
const FRAGMENT = `#${FILTERS_ID}`;

/** `sheet` is the query of the page before the sheet was opened. */
interface Opened {
  readonly sheet: string;
}

function openedIn(state: unknown): Opened | null {
  return typeof state === "object" && state !== null && "sheet" in state ? (state as Opened) : null;
}

export function useOpenSheet(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (event) => {
    event.preventDefault();
    void navigate({ search, hash: FRAGMENT }, { preventScrollReset: true, state: { sheet: search } });
  };
}

/**
 * Opening the sheet adds one history entry, and each choice in the sheet replaces this entry. So Back closes the sheet
 * and undoes the choices.
 */
export function useSheet(): {
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** Whether the sheet is open; undefined before hydration, when CSS decides. */
  readonly open: boolean | undefined;
  readonly stay: { readonly hash: string; readonly replace: true; readonly state: unknown } | null;
  /** Closes the sheet and undoes what was chosen in it. */
  readonly cancel: () => void;
  readonly finish: (search: string) => void;
} {
  const hydrated = useHydrated();
  const beside = useWide();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const { isOpen, leave } = useFragment(FRAGMENT);
  const open = isOpen && !beside;
  const sheet = useRef<HTMLDivElement>(null);
  const toTheResults = useRef(false);

  useEffect(() => {
    if (!open || !sheet.current) return;
    const release = isolate(sheet.current);
    sheet.current.focus({ preventScroll: true });
    return () => {
      const showResults = toTheResults.current;
      toTheResults.current = false;
      // Both steps make the browser lay out the whole page, so they wait until the sheet has disappeared.
      setTimeout(() => {
        release();
        if (showResults) scrollToResults();
        else document.querySelector<HTMLElement>(`a[href="${FRAGMENT}"]`)?.focus({ preventScroll: true });
      });
    };
  }, [open]);

  const before = openedIn(state)?.sheet;
  function close(to: string): void {
    leave();
    if (before !== undefined && chosenIn(before) === chosenIn(to)) void navigate(-1);
    else void navigate({ search: to }, { replace: true, preventScrollReset: true });
  }
  return {
    sheet,
    open: hydrated ? open : undefined,
    stay: open ? { hash: FRAGMENT, replace: true, state } : null,
    cancel: () => close(before ?? search),
    finish(to) {
      toTheResults.current = true;
      close(to);
    },
  };
}

/** Makes everything but the element and the toasts inert, so that the focus and screen readers stay in it. */
function isolate(element: Element): () => void {
  const others: HTMLElement[] = [];
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || !(other instanceof HTMLElement) || other.inert || "toasts" in other.dataset)
        continue;
      other.inert = true;
      others.push(other);
    }
  }
  return () => {
    for (const other of others) other.inert = false;
  };
}
