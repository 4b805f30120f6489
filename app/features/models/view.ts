export interface ModelSuggestion {
  readonly slug: string;
  readonly brand: string;
  readonly model: string;
  readonly generation: string | null;
  /** "Wilson Blade 98 16x19 v8 2021". */
  readonly title: string;
  /** The values that the model fills into the sell form, by input name. */
  readonly fills: Readonly<Record<string, string>>;
  /** The figures: "headsize", "weight", "gauges". */
  readonly [spec: string]: unknown;
}

export interface ModelQuestion {
  readonly type: string;
  /** "Which racket?". */
  readonly label: string;
  readonly text: string;
  /** Null when the text names no model. */
  readonly chosen: ModelSuggestion | null;
  /** The id of the seller's listing that the form copies, so that the question's own form keeps it. */
  readonly like: string | null;
  readonly index: { readonly label: string; readonly href: string };
  /** The sentence that says which model filled in the form. It contains "{model}". */
  readonly filled: string;
}
