import { href } from "react-router";
import type { MainPhoto } from "#app/features/photos/photo.ts";

/** Receives all forms about saved searches that stand on other pages. */
export const SAVED_ACTION = href("/search/saved");

export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

/** The page that saves a search. A visitor signs in first, and then returns to it. */
export function newPath(address: string): string {
  return `${href("/search/saved/new")}?${new URLSearchParams({ of: address })}`;
}

export interface SavedSearchView {
  readonly id: string;
  readonly name: string;
  /** To restore the saved search after its removal. */
  readonly address: string;
  /** Null when the page of the search no longer exists. */
  readonly href: string | null;
  readonly criteria: readonly string[];
  readonly notify: boolean;
  /** "3 new"; null when there are no new matches. */
  readonly fresh: string | null;
  readonly newest: readonly {
    readonly id: string;
    readonly path: string;
    readonly name: string;
    readonly photo: MainPhoto;
  }[];
}

export interface SaveView {
  readonly address: string;
  /** Null when the viewer has not saved the search. */
  readonly id: string | null;
}
