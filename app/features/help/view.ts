/** A question with its answer, in the reader's language. */
export interface AnswerView {
  /** Its anchor on the page, the same in every language: "how-to-create-a-listing". */
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export interface AnswerGroup {
  readonly id: string;
  readonly title: string;
  readonly answers: readonly AnswerView[];
}
