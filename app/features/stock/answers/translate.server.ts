import { choicesOfPerson } from "#app/features/shell/commands.server.ts";
import { datedRates } from "#app/platform/rates.server.ts";
import type { FileChoices } from "../profiles/choices.ts";
import { homeCurrency } from "../profiles/currency-clues.ts";
import type { Layout } from "../profiles/layout.ts";
import { type FileSource, surveyFile, translateFile } from "../profiles/translate-file.ts";
import { agreedRates, choicesOf, hasAnyQuestion, questionsOf, shapeOf, waitingFor } from "./answers.ts";
import { noteQuestions } from "./commands.server.ts";
import { answersAbout } from "./queries.server.ts";
import type { FileReading, UsedRate } from "./view.ts";

/** A file in our own columns, read with what its seller has answered about others of its shape. */
interface AnsweredFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly layout: Layout;
  readonly shape: string | null;
  /** When that was answered; null if it was not. */
  readonly answeredAt: Date | null;
  /** Reads what is left of the file, and notes what is asked about it. */
  readonly noted: (fileName: string) => Promise<FileReading>;
}

/**
 * Translates a file that nobody is asked about: of a form without scripts, or of a feed.
 * @param always choices that do not depend on the seller
 * @throws FileRefused for a file that is no table
 */
export async function translateAnswered(
  userId: string,
  source: FileSource,
  always: FileChoices,
): Promise<AnsweredFile> {
  const { country } = await choicesOfPerson(userId);
  const file = await surveyFile(source, homeCurrency(country));
  const shape = shapeOf(file.layout);
  const kept = await answersAbout(userId, shape);
  const answers = kept?.answers ?? {};
  const rates = agreedRates(await datedRates(), kept?.answeredAt, new Date());
  const choices = { ...choicesOf(answers, file.layout, rates), ...always };
  const { chunks, layout, report } = translateFile(file, choices, new Date());

  async function noted(fileName: string): Promise<FileReading> {
    for await (const _ of chunks);
    const counted = report();
    const questions = questionsOf(file.layout, counted, answers);
    const waiting = waitingFor(questions, answers, rates);
    if (shape !== null && (kept || hasAnyQuestion(questions)))
      await noteQuestions(userId, { shape, fileName }, { ...questions, waited: waiting });
    return {
      leftOut: counted.leftOut,
      waiting: shape === null ? [] : waiting,
      rates: counted.currencies.flatMap(({ currency }): UsedRate[] => {
        const answer = choices.currencies?.[currency];
        if (answer === undefined || answer === "out") return [];
        return [typeof answer === "object" ? answer : { currency, rate: answer, dated: null }];
      }),
    };
  }
  return { chunks, layout, shape, answeredAt: kept?.answeredAt ?? null, noted };
}
