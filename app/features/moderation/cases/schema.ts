import { z } from "zod";
import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { paragraphs } from "../reports/schema.ts";
import { DECISION_WORDS_MAX, DECISIONS, RULES, SUSPENSIONS } from "./rules.ts";

const required = (max: number) =>
  paragraphs(max).refine((words) => !isBlank(words), { error: () => m.decision_words_required() });

/** The form of a decision. A suspension needs a length, and every decision except "dismiss" the broken rule. */
export const decisionSchema = z
  .object({
    action: z.enum(DECISIONS, { error: () => m.decision_required() }),
    rule: z.enum(RULES).optional(),
    words: required(DECISION_WORDS_MAX),
    suspension: z.enum(SUSPENSIONS).optional(),
  })
  .superRefine(({ action, rule, suspension }, context) => {
    if (action !== "dismiss" && rule === undefined)
      context.addIssue({ code: "custom", path: ["rule"], message: m.decision_rule_required() });
    if (action === "suspend" && suspension === undefined)
      context.addIssue({ code: "custom", path: ["suspension"], message: m.decision_suspension_required() });
  });
export type DecisionInput = z.infer<typeof decisionSchema>;

/** The person need not give reasons. */
export const appealSchema = z.object({ words: paragraphs(DECISION_WORDS_MAX) });

/** A complaint says what was overlooked. */
export const complaintSchema = z.object({
  words: paragraphs(DECISION_WORDS_MAX).refine((words) => !isBlank(words), {
    error: () => m.complaint_words_required(),
  }),
});

export const complaintAnswerSchema = z.object({
  report: z.uuid(),
  outcome: z.enum(["reversed", "upheld"], { error: () => m.decision_required() }),
  answer: required(DECISION_WORDS_MAX),
});
export type ComplaintAnswer = z.infer<typeof complaintAnswerSchema>;

export const appealAnswerSchema = z.object({
  decision: z.uuid(),
  outcome: z.enum(["reversed", "upheld"], { error: () => m.decision_required() }),
  answer: required(DECISION_WORDS_MAX),
});
export type AppealAnswer = z.infer<typeof appealAnswerSchema>;
