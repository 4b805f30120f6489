import { env } from "#app/platform/env.server.ts";
import type { Route } from "./+types/auth-callback.route.ts";
import { socialSchema } from "./schema.ts";
import { finishSocial } from "./ways-in.server.ts";

// Better Auth could answer for everything under here. Only the way back from a provider is open: what else it does is
// done by actions, whose limits nobody can walk round. It counts these requests itself.
const OPEN = /^callback\/([a-z]+)$/;

async function answer({ request, params }: Route.LoaderArgs | Route.ActionArgs): Promise<Response> {
  const asked = socialSchema.safeParse({ provider: OPEN.exec(params["*"] ?? "")?.[1] });
  if (!asked.success || !env().providers[asked.data.provider]) throw new Response(null, { status: 404 });
  return finishSocial(request, asked.data.provider);
}

export const loader = answer;
export const action = answer;
