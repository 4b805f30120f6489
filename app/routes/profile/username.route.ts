import { newUsernameFault } from "#app/domain/new-username.ts";
import { tidyUsername } from "#app/domain/username.ts";
import type { NameAnswer } from "#app/features/accounts/profile/view.ts";
import { isUsernameTaken } from "#app/features/accounts/queries.server.ts";
import { USERNAME_TEXTS } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { limitInMemory } from "#app/platform/rate-limit.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/username.route.ts";

/**
 * GET /profile/username?name=…: whether the signed-in user may take this name. Returns a `NameAnswer`, which
 * does not reveal who has the name; or `{ message }` with 401, 429 or 500.
 */
export async function loader({ request, url }: Route.LoaderArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return refusal(401, m.profile_not_authenticated());
  const refused = await orRefused(limitInMemory("username_look_up", viewer.id));
  if (refused) return refusal(refused.status, refused.message, refused.headers);
  const name = tidyUsername((url.searchParams.get("name") ?? "").slice(0, 200));
  const answer = (free: boolean, text: string): Response =>
    Response.json({ name, free, text } satisfies NameAnswer);
  if (name === viewer.username) return answer(true, m.profile_username_free({ username: name }));
  const fault = newUsernameFault(name);
  if (fault) return answer(false, USERNAME_TEXTS[fault === "required" ? "short" : fault]());
  try {
    if (await isUsernameTaken(name, viewer.id)) return answer(false, m.auth_username_taken());
    return answer(true, m.profile_username_free({ username: name }));
  } catch (error) {
    logger.error({ err: error }, "a username could not be looked up");
    return refusal(500, m.profile_availability_failed());
  }
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers });
}
