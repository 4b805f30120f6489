import { z } from "zod";
import { isBlank } from "#app/domain/text-rules.ts";
import { RESET_REASONS } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { paragraphs } from "../reports/schema.ts";

/** Maximum length of what an operator writes about a reset, in characters. */
export const RESET_WORDS_MAX = 1000;

/** Maximum length of what a person is sought by: a username or an email address. */
export const SOUGHT_MAX = 320;

/** The forms of a person's page. */
export const personSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["verify", "stop-reset"]) }),
  z.object({
    intent: z.literal("reset"),
    reason: z.enum(RESET_REASONS, { error: () => m.person_reset_reason_required() }),
    words: paragraphs(RESET_WORDS_MAX).refine((words) => !isBlank(words), {
      error: () => m.person_reset_words_required(),
    }),
  }),
]);
export type PersonInput = z.infer<typeof personSchema>;
