import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { required } from "../cases/schema.ts";

/** The value of the choice to ask the person whom a case is about. Otherwise it is the id of a report. */
export const MEMBER = "member";
/** Maximum length of a question and of its answer, in characters. */
export const CASE_QUESTION_MAX = 2000;

/** The form of a question, with whom it goes to. */
export const questionSchema = z.object({
  to: z.union([z.literal(MEMBER), z.uuid()], { error: () => m.questions_to_required() }),
  question: required(CASE_QUESTION_MAX, () => m.notes_required()),
});
export type QuestionInput = z.infer<typeof questionSchema>;

/** Without words there is no answer: a question is answered once. */
export const questionAnswerSchema = z.object({
  answer: required(CASE_QUESTION_MAX, () => m.question_answer_required()),
});
