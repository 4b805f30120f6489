import { useLocation, useSearchParams } from "react-router";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { fromOf, type OpenedFrom } from "../rules.ts";

export interface Arrival {
  /** Whether the history has an earlier page of the shop. */
  readonly history: boolean;
  /** Named in the state of the link, or in the URL after the listing's form was saved. Null for any other page. */
  readonly from: OpenedFrom | null;
  /** Whether the previous page has the link that led here, so that one step back returns to it. */
  readonly step: boolean;
  /** The router state of links on this page to pages that have a link Back. */
  readonly state: { readonly from: OpenedFrom | null; readonly linked: true };
}

const FRESH = { history: false, from: null, step: false, state: { from: null, linked: true } } as const;

/** The server cannot know how the visitor came, so the first render assumes a direct visit. */
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
