import { z } from "zod";
import { isBlank } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { paragraphs } from "../reports/schema.ts";

/** Conversations that moderators open because of a case (docs/decisions/0197-conversations-and-people.md). */

/** Why a moderator opens a conversation. */
export const VIEW_REASONS = ["reported_message", "what_was_agreed", "threat", "fraud", "appeal"] as const;
export type ViewReason = (typeof VIEW_REASONS)[number];

/** Maximum length of what a moderator adds to the reason, in characters. */
export const VIEW_WORDS_MAX = 1000;
/** For how many hours a moderator reads a conversation after they opened it; then they open it again. */
export const VIEW_HOURS = 24;
/** The two people are told when the case is closed, or after this many days. */
export const TOLD_DAYS = 30;
export const MESSAGES_PER_PAGE = 50;

/** The form with which a moderator opens a conversation. */
export const viewSchema = z.object({
  reason: z.enum(VIEW_REASONS, { error: () => m.conversation_reason_required() }),
  words: paragraphs(VIEW_WORDS_MAX).refine((words) => !isBlank(words), {
    error: () => m.conversation_words_required(),
  }),
});
export type ViewInput = z.infer<typeof viewSchema>;
