/** A model as its suggestion shows it, and what it fills in the sell form. */
export interface ModelSuggestion {
  readonly slug: string;
  readonly brand: string;
  readonly model: string;
  readonly generation: string | null;
  /** "Wilson Blade 98 16x19 v8 2021": the text of the input once this model is chosen. */
  readonly title: string;
  /** The values that the model fills into the sell form, by the name of the input. */
  readonly fills: Readonly<Record<string, string>>;
  /** The figures, by the names that the category's definition uses: "headsize", "weight", "gauges". */
  readonly [spec: string]: unknown;
}

/** The first question of the sell form: which model the seller sells. */
export interface ModelQuestion {
  readonly type: string;
  /** The label of the input, such as "Which racket?". */
  readonly label: string;
  /** The text of the input. */
  readonly text: string;
  /** The model that the text names; null where it names none. */
  readonly chosen: ModelSuggestion | null;
  /** The link to the page that lists all models. */
  readonly index: { readonly label: string; readonly href: string };
  /** The sentence that says which model filled in the form. "{model}" stands for its title. */
  readonly filled: string;
}
