import { useEffect, useState } from "react";
import { href, useHref } from "react-router";
import type { CountsView } from "#app/features/listings/view.ts";
import { call } from "#app/ui/call.ts";

interface Counted {
  readonly path: string;
  readonly counts: CountsView;
}

/** The previous counts stay until the next ones arrive, so that nothing flickers. */
export function useCounts(path: string, query: string, initial: CountsView | null): CountsView | null {
  const base = useHref(href("/listings/counts"));
  const [counted, setCounted] = useState<Counted>();
  const isKnown = initial !== null;
  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    call<CountsView>(`${base}?${new URLSearchParams({ in: path })}&${query}`, undefined, { signal }).then(
      (counts) => setCounted({ path, counts }),
      // The page works without counts.
      () => {},
    );
    return () => leaving.abort();
  }, [base, path, query, isKnown]);
  return initial ?? (counted?.path === path ? counted.counts : null);
}
