import { useMatches } from "react-router";

/** What a route module may say of its page with `export const handle`, besides the texts of its failures. */
export interface PageHandle {
  /** The page has no header, footer and scripts, like the offline page. */
  readonly bare?: true;
  /** On a phone, the page has its own main action where other pages have the tab bar. */
  readonly ownAction?: true;
  /** On a phone, the page has no header and footer. It has its own way back. */
  readonly wholeScreen?: true;
}

/** Whether a route of the current page has this mark. */
export function useHandle(mark: keyof PageHandle): boolean {
  return useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && mark in handle);
}
