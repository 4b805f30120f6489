import { type RefObject, useEffect, useRef } from "react";

/** Who turned the page from its foot goes on at the first card of the next. */
export function useTurnedPage(page: number): RefObject<HTMLDivElement | null> {
  const results = useRef<HTMLDivElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const { activeElement, body } = document;
    const pages = results.current?.nextElementSibling;
    // At the last page the link that was pressed is gone.
    if (activeElement === body || pages?.contains(activeElement))
      results.current?.focus({ preventScroll: true });
  }, [page]);
  return results;
}
