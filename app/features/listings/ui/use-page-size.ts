import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { COMPACT_BELOW_PX, PAGE_SIZES } from "../rules.ts";

/** The server guesses the screen from what the browser says of itself; where it guessed wrong, ask for the other size. */
export function usePageSize(pageSize: number | null): void {
  const [, setParams] = useSearchParams();
  useEffect(() => {
    // Not every page is one of several.
    if (pageSize === null) return;
    const small = window.matchMedia(`(width < ${COMPACT_BELOW_PX}px)`);
    function settle() {
      const wanted = small.matches ? PAGE_SIZES.compact : PAGE_SIZES.wide;
      // Nobody asked for it: without a line the page stays as it is, where asking would take it away.
      if (wanted === pageSize || !navigator.onLine) return;
      const changed = (before: URLSearchParams) => {
        before.set("perPage", String(wanted));
        before.delete("page");
        return before;
      };
      setParams(changed, { replace: true, preventScrollReset: true });
    }
    settle();
    small.addEventListener("change", settle);
    window.addEventListener("online", settle);
    return () => {
      small.removeEventListener("change", settle);
      window.removeEventListener("online", settle);
    };
  }, [pageSize, setParams]);
}
