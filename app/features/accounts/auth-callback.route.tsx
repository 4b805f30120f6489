import { auth } from "#app/platform/auth.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { Route } from "./+types/auth-callback.route.ts";

// Better Auth could answer for everything under here. Only the way back from a social provider is open: what
// else it does is done by actions, whose limits nobody can walk round. It counts these requests itself.
const OPEN = /^callback\/(google|facebook|apple)$/;

async function answer({ request, params }: Route.LoaderArgs | Route.ActionArgs): Promise<Response> {
  const provider = OPEN.exec(params["*"] ?? "")?.[1];
  if (!provider || !env().providers[provider as keyof ReturnType<typeof env>["providers"]]) {
    throw new Response(null, { status: 404 });
  }
  return auth().handler(request);
}

export const loader = answer;
export const action = answer;
