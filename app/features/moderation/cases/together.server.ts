import type { StaffMember } from "#app/domain/viewer.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { claimAndDecide } from "./commands.server.ts";
import { TOGETHER_MAX } from "./rules.ts";
import type { DecisionInput } from "./schema.ts";

/** What one decision about several cases did. */
export interface DecidedTogether {
  /** The ids of the cases that were decided. */
  readonly decided: readonly string[];
  /** The ids of the cases in which a second moderator has to confirm a suspension. */
  readonly waiting: readonly string[];
  /** The cases that were left as they were, each with the reason as a sentence. */
  readonly left: readonly { readonly id: string; readonly why: string }[];
}

/**
 * Decides several cases in the same way, each by itself and by the rules of `decideCase`, and claims them. Cases that
 * the moderator cannot decide so are left as they are. Decided cases stay decided when a later one fails.
 * @throws Refused "too_often", "error_4xx_message" (more than `TOGETHER_MAX`)
 */
export async function decideTogether(
  actor: StaffMember,
  caseIds: readonly string[],
  input: DecisionInput,
): Promise<DecidedTogether> {
  const ids = new Set(caseIds);
  if (ids.size > TOGETHER_MAX) throw new Refused("error_4xx_message");
  await limit("moderate", actor.id);
  const decided: string[] = [];
  const waiting: string[] = [];
  const left: { id: string; why: string }[] = [];
  for (const id of ids)
    try {
      const outcome = await claimAndDecide(actor, id, input);
      (outcome === "waiting" ? waiting : decided).push(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ id, why: error.message });
    }
  return { decided, waiting, left };
}
