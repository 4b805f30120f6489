import { useEffect, useRef, useState } from "react";
import type { SheetRow, SheetState } from "../reading/sheet-state.ts";
import type { SheetWorker } from "../reading/sheet-worker.ts";

/** The number of rows that one request loads. */
const PAGE = 100;
const MAX_LOADED_PAGES = 12;

type Page = { version: number; rows: readonly SheetRow[] };

/**
 * Loads the visible rows and the focused row (`active`) from the worker. Outdated rows are shown until the new ones
 * arrive, so that nothing flickers.
 */
export function useRows(
  worker: SheetWorker,
  { version, shown }: SheetState,
  { from, to, active }: { readonly from: number; readonly to: number; readonly active: number },
) {
  const pages = useRef(new Map<number, Page>());
  const [, redraw] = useState(0);
  const first = Math.floor(from / PAGE);
  const last = Math.floor(Math.min(to, Math.max(0, shown - 1)) / PAGE);
  const activePage = Math.floor(active / PAGE);

  const requested = useRef(new Set<string>());
  useEffect(() => {
    const wanted = new Set([activePage]);
    for (let page = first; page <= last; page += 1) wanted.add(page);
    for (const page of wanted) {
      const requestKey = `${page} ${version}`;
      if (pages.current.get(page)?.version === version || requested.current.has(requestKey)) continue;
      requested.current.add(requestKey);
      worker
        .call("rows", { from: page * PAGE, to: (page + 1) * PAGE })
        .then((answer) => {
          // A map iterates in the order of insertion, so the loop below deletes the oldest pages first.
          pages.current.delete(page);
          pages.current.set(page, answer);
          for (const old of pages.current.keys())
            if (pages.current.size > MAX_LOADED_PAGES && !wanted.has(old)) pages.current.delete(old);
          redraw((count) => count + 1);
        })
        // A failure of the worker is reported when the table is changed or sent.
        .catch(() => {})
        .finally(() => requested.current.delete(requestKey));
    }
  }, [worker, first, last, activePage, version]);

  return (at: number): SheetRow | undefined => pages.current.get(Math.floor(at / PAGE))?.rows[at % PAGE];
}
