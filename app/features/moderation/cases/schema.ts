import { z } from "zod";
import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { paragraphs } from "../reports/schema.ts";
import {
  DECISION_WORDS_MAX,
  DECISIONS,
  isOnContent,
  MEASURES_BESIDE,
  RULES,
  SUSPENSIONS,
  suspends,
} from "./rules.ts";

export const required = (max: number, error: () => string = m.decision_words_required) =>
  paragraphs(max).refine((words) => !isBlank(words), { error: () => error() });

/**
 * The form of a decision. A suspension needs a length, and every decision except "dismiss" the broken rule. What a
 * decision cannot have is refused, so that nobody believes that it was done.
 */
export const decisionSchema = z
  .object({
    action: z.enum(DECISIONS, { error: () => m.decision_required() }),
    also: z.enum(MEASURES_BESIDE).optional(),
    rule: z.enum(RULES).optional(),
    words: required(DECISION_WORDS_MAX),
    suspension: z.enum(SUSPENSIONS).optional(),
  })
  .superRefine(({ action, also, rule, suspension }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (action !== "dismiss" && rule === undefined) refuse("rule", m.decision_rule_required());
    if (also !== undefined && !isOnContent(action)) refuse("also", m.decision_also_content());
    const isSuspending = suspends({ action, also });
    if (isSuspending && suspension === undefined) refuse("suspension", m.decision_suspension_required());
    if (!isSuspending && suspension !== undefined) refuse("suspension", m.decision_suspension_unused());
  });
export type DecisionInput = z.infer<typeof decisionSchema>;

/** The fields of a decision that a text is inserted into: nothing but the rule is needed yet. */
export const templateSchema = z.object({
  action: z.enum(DECISIONS).optional().catch(undefined),
  also: z.enum(MEASURES_BESIDE).optional().catch(undefined),
  rule: z.enum(RULES, { error: () => m.decision_rule_required() }),
  words: paragraphs(2 * DECISION_WORDS_MAX),
  suspension: z.enum(SUSPENSIONS).optional().catch(undefined),
});

export const noteSchema = z.object({ note: required(DECISION_WORDS_MAX, m.notes_required) });

/** Handing a case on, with a note or without one. */
export const handOnSchema = z.object({
  receiver: z.string({ error: () => m.case_hand_on_required() }),
  handNote: paragraphs(DECISION_WORDS_MAX),
});

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
