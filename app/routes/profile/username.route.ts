import { usernameAnswer } from "#app/features/accounts/profile/username.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/username.route.ts";

/** GET /profile/username?name=…: a `NameAnswer`, whether the signed-in user may take this name. */
export function loader({ request, url }: Route.LoaderArgs): Promise<Response> {
  return reply(request, signedInOr(m.profile_not_authenticated), (viewer) =>
    usernameAnswer(viewer, url.searchParams.get("name") ?? ""),
  );
}
