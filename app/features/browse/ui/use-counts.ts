import { useEffect, useState } from "react";
import { href, useHref } from "react-router";
import type { CountsView } from "#app/features/listings/view.ts";
import { call } from "#app/ui/call.ts";

interface Counted {
  readonly path: string;
  readonly counts: CountsView;
}

/**
 * The counts of the filter options. A visitor's page was sent with them; a signed-in person's page loads them here, after
 * each change of the query. The previous counts stay until the next ones arrive, so that nothing flickers.
 */
export function useCounts(path: string, query: string, sent: CountsView | null): CountsView | null {
  const base = useHref(href("/listings/counts"));
  const [counted, setCounted] = useState<Counted>();
  const wereSent = sent !== null;
  useEffect(() => {
    if (wereSent) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    call<CountsView>(`${base}?${new URLSearchParams({ in: path })}&${query}`, undefined, { signal }).then(
      (counts) => setCounted({ path, counts }),
      // The page works without counts, but not with those of another query.
      () => {
        if (!signal.aborted) setCounted(undefined);
      },
    );
    return () => leaving.abort();
  }, [base, path, query, wereSent]);
  return sent ?? (counted?.path === path ? counted.counts : null);
}
