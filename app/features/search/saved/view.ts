import type { Photo } from "#app/features/photos/photo.ts";

/** A saved search as its person sees it. */
export interface SavedSearchView {
  readonly id: string;
  readonly name: string;
  /** Its address: what saves it again, and where it leads; null where nothing is there any more. */
  readonly address: string;
  readonly href: string | null;
  /** What it asks for, each as a person reads it. */
  readonly asks: readonly string[];
  readonly tell: boolean;
  /** "3 new", "99+ new"; null where nothing is. */
  readonly fresh: string | null;
  readonly newest: readonly {
    readonly id: string;
    readonly path: string;
    readonly name: string;
    readonly photo: Photo | null;
  }[];
}

/** What a page of results offers to save, or has saved. */
export interface SaveView {
  readonly address: string;
  /** The id that it is saved as. */
  readonly id: string | null;
}

/** What came of a change. `undo` is what a form sends to have a removed one back. */
export type SavedAnswer =
  | {
      readonly ok: true;
      readonly did: "saved" | "removed" | "changed";
      readonly title: string;
      readonly undo?: { readonly of: string; readonly name: string; readonly tell: "on" | "off" };
    }
  | { readonly ok: false; readonly title: string; readonly message: string };
