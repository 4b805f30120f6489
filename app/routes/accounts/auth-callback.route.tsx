import { socialSchema } from "#app/features/accounts/schema.ts";
import { finishSocial } from "#app/features/accounts/social-sign-in.server.ts";
import { BodyTooLarge, bytesOf } from "#app/platform/body.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/auth-callback.route.ts";

// Better Auth could answer every request below this path, but only the callback of a provider is open, with Better
// Auth's own rate limit. Our own routes do everything else, so that nobody can bypass their rate limits.
const OPEN = /^callback\/([a-z]+)$/;

async function answer({ request, params }: Route.LoaderArgs | Route.ActionArgs): Promise<Response> {
  const parsed = socialSchema.safeParse({ provider: OPEN.exec(params["*"] ?? "")?.[1] });
  if (!parsed.success || !env().providers[parsed.data.provider]) throw new Refused("home_not_found");
  return finishSocial(request, parsed.data.provider);
}

export const loader = answer;

/** Limits of the form that Apple posts to the callback. It has about two thousand characters. */
const LIMITS = { bytes: 64 * 1024, fields: 50 };

export async function action(args: Route.ActionArgs): Promise<Response> {
  const body = await bytesOf(args.request, LIMITS).catch((error: unknown) => {
    throw error instanceof BodyTooLarge ? new Refused("error_too_large") : error;
  });
  return answer({ ...args, request: new Request(args.request, { body }) });
}
