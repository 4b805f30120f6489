import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { REPLIES } from "#app/features/assistant/rules.ts";
import { voteOnAnswer } from "#app/features/assistant/votes.server.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { clientAddress } from "#app/platform/rate-limit.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/votes.route";

const input = z.object({
  answer: z.string().refine(isId),
  reply: z.enum(REPLIES),
  feedback: z.enum(["up", "down"]),
});

/** POST /assistant/votes: a thumb up or down on an answer of the concierge. Returns `{}`, or `{ error }`. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  const form = await readForm(request, Object.keys(input.shape));
  const vote = input.safeParse(Object.fromEntries(form ?? []));
  if (!vote.success) return answer({ error: m.error_4xx_message() }, 400);
  const { answer: answerId, reply, feedback } = vote.data;
  const stored = await orRefused(
    voteOnAnswer(viewer, clientAddress(request), { answerId, reply, helpful: feedback === "up" }),
  );
  return stored instanceof Refused
    ? answer({ error: stored.message }, stored.status, stored.headers)
    : answer({}, 200);
}

function answer(body: object, status: number, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
