import { z } from "zod";
import { isBlank, isWritable, lengthOf } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { ANSWER_MAX, COMMENT_MAX, STARS } from "./rules.ts";

/** A text with paragraphs. Browsers send a line break as CRLF, which would count as two characters. */
function words(max: number) {
  return z
    .string()
    .optional()
    .transform((typed = "") => (isBlank(typed) ? "" : typed.replace(/\r\n?/g, "\n").trim()))
    .superRefine((value, context) => {
      const fault =
        lengthOf(value) > max ? m.review_too_long({ max }) : isWritable(value) ? null : m.review_characters();
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    });
}

export const STARS_ERROR = { error: () => m.review_stars_required() };

export const reviewSchema = z.object({
  rating: z.enum(STARS.map(String) as [string, ...string[]], STARS_ERROR).transform(Number),
  comment: words(COMMENT_MAX),
});
export type ReviewInput = z.infer<typeof reviewSchema>;

export const reviewAnswerSchema = z.object({
  answer: words(ANSWER_MAX).refine((answer) => answer !== "", { error: () => m.review_answer_required() }),
});
