import { href } from "react-router";
import type { Photo } from "#app/features/photos/photo.ts";

export const SAVED_PATH = `${href("/favorites")}?tab=searches`;

export interface SavedSearchView {
  readonly id: string;
  readonly name: string;
  /** `href` is null when the page of the search no longer exists. `address` is kept to restore a removed search. */
  readonly address: string;
  readonly href: string | null;
  readonly criteria: readonly string[];
  readonly notify: boolean;
  readonly fresh: string | null;
  readonly newest: readonly {
    readonly id: string;
    readonly path: string;
    readonly name: string;
    readonly photo: Photo | null;
  }[];
}

export interface SaveView {
  readonly address: string;
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
