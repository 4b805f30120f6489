/** A model as its suggestion shows it, and what it fills in the sell form. */
export interface ModelSuggestion {
  readonly slug: string;
  readonly brand: string;
  readonly model: string;
  readonly generation: string | null;
  /** "Wilson Blade 98 16x19 v8 2021": the text of the input once this model is chosen. */
  readonly title: string;
  /** The values of the form's inputs, by name. */
  readonly fills: Readonly<Record<string, string>>;
  /** The figures, by the names of the category's definition: "headsize", "weight", "gauges". */
  readonly [spec: string]: unknown;
}

/** The first question of the sell form: which model it is. */
export interface ModelQuestion {
  readonly type: string;
  /** "Which racket?" */
  readonly label: string;
  /** The text of the input. */
  readonly text: string;
  /** The model that the text names; null where it names none. */
  readonly chosen: ModelSuggestion | null;
  /** The index of all models. */
  readonly index: { readonly label: string; readonly href: string };
  /** The sentence for a filled form, with "{model}" for the model's title. */
  readonly filled: string;
}
