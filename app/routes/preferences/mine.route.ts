import { sizesOfPerson } from "#app/features/preferences/commands.server.ts";
import { submitSizes } from "#app/features/preferences/sizes.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/mine.route.ts";

/**
 * The signed-in user's sizes for the dialog: `{ sizes }`. A signed-out visitor gets `{ sizes: null }`: a page may
 * request the sizes during sign-out, and an error status would appear in the browser's console.
 */
export function loader({ request }: Route.LoaderArgs) {
  return reply(request, viewerOf, async (viewer) => ({ sizes: viewer && (await sizesOfPerson(viewer.id)) }));
}

export function action({ request }: Route.ActionArgs) {
  return submitSizes(
    request,
    signedInOr(() => m.sizes_signed_out()),
  );
}
