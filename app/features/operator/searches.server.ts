import { z } from "zod";
import type { StaffMember } from "#app/domain/viewer.ts";
import { logStaff } from "#app/features/moderation/log.server.ts";
import {
  addedSynonyms,
  addSynonym,
  exportedSynonyms,
  isSynonymTarget,
  removeSynonym,
} from "#app/features/search/dictionary/synonyms.server.ts";
import { m } from "#app/paraglide/messages.js";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

/** A word that operators add to the search, or remove. */
export const searchesSchema = z
  .object({
    word: z
      .string({ error: () => m.searches_word_invalid() })
      .trim()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M} '’./-]{1,59}$/u, { error: () => m.searches_word_invalid() }),
    /** `column=value`; empty to remove the word. */
    target: z.string().default(""),
    remove: z.literal("yes").optional(),
  })
  .superRefine(({ target, remove }, context) => {
    if (!remove && !isSynonymTarget(target))
      context.addIssue({ code: "custom", path: ["target"], message: m.searches_target_invalid() });
  });

type SearchesInput = z.output<typeof searchesSchema>;

/**
 * Adds or removes a word of the search, and logs it. After the commit, all servers use it.
 * @throws Refused "too_often"; or "synonyms_full" when there are too many
 */
export async function changeSynonyms(
  actor: StaffMember,
  { word, target, remove }: SearchesInput,
): Promise<void> {
  await limit("staff_write", actor.id);
  const log = (facts: Record<string, string>) => (trx: Parameters<typeof logStaff>[1]) =>
    logStaff({ actorId: actor.id, action: "settings_changed", subjectId: null, facts }, trx);
  if (remove) {
    await removeSynonym(word, log({ synonym: "removed" }));
    return;
  }
  const [column = "", value = ""] = target.split("=");
  const isAdded = await addSynonym({ word, column, value }, log({ synonym: target }));
  if (!isAdded) throw new Refused("synonyms_full");
}

/**
 * All added words, in the shape of VALUE_SYNONYMS.
 * @throws Refused "too_often"
 */
export async function downloadedSynonyms(actor: StaffMember): Promise<ReturnType<typeof exportedSynonyms>> {
  await limit("staff_download", actor.id);
  return exportedSynonyms(await addedSynonyms());
}
