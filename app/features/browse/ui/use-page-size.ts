import { useEffect } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { LAYOUT_COOKIE } from "#app/domain/choices.ts";
import { browserCookie } from "#app/domain/cookie-name.ts";
import { COMPACT_BELOW_PX, PAGE_SIZES } from "#app/features/listings/rules.ts";

const YEAR_SECONDS = 31_536_000;

/**
 * The server guesses the screen size from the request's headers. If the guess was wrong, this hook stores the measured
 * size in a cookie and reloads the page. The size is not in the URL, so that the URL can be shared with another screen.
 */
export function usePageSize(pageSize: number | null): void {
  const [params, setParams] = useSearchParams();
  const { revalidate } = useRevalidator();
  const isFirst = !params.has("page") && !params.has("pages");
  useEffect(() => {
    // Not every page has pagination.
    if (pageSize === null) return;
    const small = window.matchMedia(`(width < ${COMPACT_BELOW_PX}px)`);
    function applySize() {
      const wanted = small.matches ? PAGE_SIZES.compact : PAGE_SIZES.wide;
      // The user did not ask for the reload. Offline, it would replace the page with an error.
      if (wanted === pageSize || !navigator.onLine) return;
      const layout = small.matches ? "compact" : "wide";
      // biome-ignore lint/suspicious/noDocumentCookie: some supported browsers lack the Cookie Store API.
      document.cookie = browserCookie(LAYOUT_COOKIE, layout, YEAR_SECONDS, location.protocol === "https:");
      if (isFirst) return void revalidate();
      // The page number in the URL counts pages of the former size, so it no longer fits.
      const firstPage = (before: URLSearchParams) => {
        before.delete("page");
        before.delete("pages");
        return before;
      };
      setParams(firstPage, { replace: true, preventScrollReset: true });
    }
    applySize();
    small.addEventListener("change", applySize);
    window.addEventListener("online", applySize);
    return () => {
      small.removeEventListener("change", applySize);
      window.removeEventListener("online", applySize);
    };
  }, [pageSize, isFirst, revalidate, setParams]);
}
