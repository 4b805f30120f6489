import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { COMPACT_BELOW_PX, PAGE_SIZES } from "../rules.ts";

/**
 * The server guesses the screen size from the request's headers. Where it guessed wrong, this requests the other page
 * size.
 */
export function usePageSize(pageSize: number | null): void {
  const [, setParams] = useSearchParams();
  useEffect(() => {
    // Not every page has pagination.
    if (pageSize === null) return;
    const small = window.matchMedia(`(width < ${COMPACT_BELOW_PX}px)`);
    function settle() {
      const wanted = small.matches ? PAGE_SIZES.compact : PAGE_SIZES.wide;
      // The user did not ask for it: offline, the request would replace the page with an error.
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
