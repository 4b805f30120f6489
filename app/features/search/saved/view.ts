import { href } from "react-router";
import type { Photo } from "#app/features/photos/photo.ts";

/** The address of a user's saved searches, beside the favourites (A2.10). */
export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

export interface SavedSearchView {
  readonly id: string;
  readonly name: string;
  /** `address` restores it after removal, and `href` is its link; null when its page no longer exists. */
  readonly address: string;
  readonly href: string | null;
  readonly asks: readonly string[];
  readonly tell: boolean;
  /** "3 new", "99+ new"; null when there are none. */
  readonly fresh: string | null;
  readonly newest: readonly {
    readonly id: string;
    readonly path: string;
    readonly name: string;
    readonly photo: Photo | null;
  }[];
}

/** The search that a results page offers to save, or has saved. */
export interface SaveView {
  readonly address: string;
  /** The id of the saved search; null when it is not saved. */
  readonly id: string | null;
}

/** The result of a change. A form sends `undo` to restore a removed search. */
export type SavedAnswer =
  | {
      readonly ok: true;
      readonly did: "saved" | "removed" | "changed";
      readonly title: string;
      readonly undo?: { readonly of: string; readonly name: string; readonly tell: "on" | "off" };
    }
  | { readonly ok: false; readonly title: string; readonly message: string };
