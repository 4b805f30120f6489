import { href } from "react-router";
import type { TranslationReport } from "../profiles/choices.ts";
import type { FileQuestions, KeptAnswers, Waiting } from "./answers.ts";

/** At which prices were converted. */
export interface UsedRate {
  readonly currency: string;
  readonly rate: number;
  /** Null: the seller's own. */
  readonly dated: string | null;
}

/** What became of the rows of a file that nobody was asked about. */
export interface FileReading {
  readonly leftOut: TranslationReport["leftOut"];
  readonly waiting: readonly Waiting[];
  /** Of the other currencies that were converted. */
  readonly rates: readonly UsedRate[];
}

/** What a person was asked and has answered about the files of one shape. */
export interface AnswersView {
  readonly id: string;
  readonly shape: string;
  /** Of the last of these files: "Shopify, stock.csv". */
  readonly title: string;
  readonly answers: KeptAnswers;
  /** In ISO 8601; null as long as nothing is answered. */
  readonly answeredAt: string | null;
  /** What is not answered yet. */
  readonly waiting: readonly Waiting[];
}

export interface AnswersDetails extends AnswersView {
  readonly questions: FileQuestions | null;
}

export function answersPath(id: string): string {
  return href("/sell/business/answers/:id", { id });
}
