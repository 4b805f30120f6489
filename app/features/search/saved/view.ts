import { href } from "react-router";
import type { Photo } from "#app/features/photos/photo.ts";

export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

export interface SavedSearchView {
  readonly id: string;
  readonly name: string;
  /** The path and query of the search, to restore the saved search after its removal. */
  readonly address: string;
  /** The link to the page of the search; null when the page no longer exists. */
  readonly href: string | null;
  readonly criteria: readonly string[];
  readonly notify: boolean;
  /** "3 new"; null when there are no new matches. */
  readonly fresh: string | null;
  readonly newest: readonly {
    readonly id: string;
    readonly path: string;
    readonly name: string;
    readonly photo: Photo | null;
  }[];
}

/** The button that saves the search of a page. */
export interface SaveView {
  readonly address: string;
  /** The id of the viewer's saved search; null when the search is not saved. */
  readonly id: string | null;
}

/** The result of a change. A form sends `undo` to restore a removed search. */
export type SavedAnswer =
  | {
      readonly ok: true;
      readonly did: "saved" | "removed" | "changed";
      readonly title: string;
      readonly undo?: { readonly of: string; readonly name: string; readonly notify: "on" | "off" };
    }
  | { readonly ok: false; readonly title: string; readonly message: string };
