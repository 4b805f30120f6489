import { isInReport } from "#app/features/moderation/reports/pictures.server.ts";
import { deletePhoto } from "#app/features/photos/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/photo.route.ts";

/**
 * DELETE removes the viewer's own photo that no listing and no message uses; 404 when there is no such photo. A photo
 * that a report or the viewer's profile uses is kept.
 */
export async function action({ request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "DELETE") return loader();
  return reply(
    request,
    signedInOr(() => m.photos_fault_signed_out()),
    async (viewer) => {
      if (!(await deletePhoto(viewer, params.id, isInReport))) throw new Refused("home_not_found");
      return null;
    },
  );
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "DELETE" } });
}
