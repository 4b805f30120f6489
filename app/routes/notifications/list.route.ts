import { notices } from "#app/features/notifications/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/list.route.ts";

export function loader({ request }: Route.LoaderArgs) {
  const who = signedInOr(() => m.notices_sign_in());
  return reply(request, who, (viewer) => notices(viewer));
}
