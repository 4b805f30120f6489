import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { REPLIES } from "#app/features/assistant/rules.ts";
import { voteOnAnswer } from "#app/features/assistant/votes.server.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { clientAddress } from "#app/platform/rate-limit.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/votes.route";

const wrong = { error: () => m.error_4xx_message() };

const voteSchema = z.object({
  answer: z.string(wrong).refine(isId, wrong),
  reply: z.enum(REPLIES, wrong),
  feedback: z.enum(["up", "down"], wrong),
});

/** POST /assistant/votes: a thumb up or down on an answer of the concierge. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema: voteSchema,
    command: async ({ answer: answerId, reply, feedback }, viewer) => {
      const vote = { answerId, reply, helpful: feedback === "up" };
      await voteOnAnswer(viewer, clientAddress(request), vote);
      return {};
    },
  });
}

export const loader = postOnly;
