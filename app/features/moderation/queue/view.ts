import type { CaseRowView } from "../cases/view.ts";

/** A case in the queue. */
export interface QueueRowView extends CaseRowView {
  /** The URL of a small picture of what was reported, or null. */
  readonly thumbnail: string | null;
  readonly price: string | null;
  readonly reasons: readonly string[];
  /** Who reported it first, each with how many of their reports were right, and how many more reports there are. */
  readonly reported: string;
  readonly appeal: boolean;
  readonly complaint: boolean;
  /** Why the viewer cannot decide it, or null. */
  readonly stop: string | null;
}

/** The filter of the queue. */
export interface QueueFilterView {
  /** Without choices, a field takes any text. */
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly choices: readonly { readonly value: string; readonly label: string }[] | null;
  }[];
  /** Parameters of the URL that the form keeps. */
  readonly kept: readonly (readonly [name: string, value: string])[];
  /** What is chosen, each with the URL of the queue without it. */
  readonly chips: readonly { readonly label: string; readonly to: string }[];
  /** The URL of the queue without a filter. */
  readonly clear: string;
}
