export interface HelpAnswerView {
  /** The fragment of its URL, the same in every language: "how-to-create-a-listing". */
  readonly id: string;
  readonly question: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly label: string; readonly to: string }[];
}

export interface AnswerGroup {
  readonly id: string;
  readonly title: string;
  readonly answers: readonly HelpAnswerView[];
}
