import { type RefObject, useEffect, useRef } from "react";

/** After a page change from the foot of the results, moves the focus to the first card. */
export function useTurnedPage(page: number): RefObject<HTMLDivElement | null> {
  const results = useRef<HTMLDivElement>(null);
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    const { activeElement, body } = document;
    const pages = results.current?.nextElementSibling;
    // On the last page the link that was pressed is gone.
    if (activeElement === body || pages?.contains(activeElement))
      results.current?.focus({ preventScroll: true });
  }, [page]);
  return results;
}
