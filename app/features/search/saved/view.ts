import { href } from "react-router";
import type { MainPhoto } from "#app/features/photos/photo.ts";

export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

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

/** A form sends `undo` to restore a removed search. */
export type SavedAnswer =
  | {
      readonly ok: true;
      readonly did: "saved" | "removed" | "changed";
      readonly title: string;
      readonly undo?: { readonly of: string; readonly name: string; readonly notify: "on" | "off" };
    }
  | { readonly ok: false; readonly title: string; readonly message: string };
