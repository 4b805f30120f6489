import { useLocation, useSearchParams } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type From, fromOf } from "../rules.ts";

export interface Arrival {
  /** Whether the history has an earlier page of the shop. */
  readonly history: boolean;
  /** Where the listing was opened from: by the link that led here, or before its form was saved. */
  readonly from: From | null;
  /** Whether that link is on the previous page, so that one step back returns to it. */
  readonly step: boolean;
  /** The router state of links to pages that lead back here. */
  readonly state: { readonly from: From | null; readonly linked: true };
}

const FRESH = { history: false, from: null, step: false, state: { from: null, linked: true } } as const;

/** How the visitor reached this page. The server cannot know, so the first render assumes a direct visit. */
export function useArrival(): Arrival {
  const { state } = useLocation();
  const [params] = useSearchParams();
  if (!useHydrated()) return FRESH;
  const history = (window.history.state?.idx ?? 0) > 0;
  const passed = fromOf(state?.from);
  const from = passed ?? fromOf(params.get("from"));
  return {
    history,
    from,
    step: history && (passed !== null || state?.linked === true),
    state: { from, linked: true },
  };
}
