import { faultAnswer } from "#app/features/photos/answers.server.ts";
import { deletePhoto } from "#app/features/photos/commands.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/photo.route.ts";

/**
 * DELETE removes the viewer's own photo that no listing and no message uses: 204, or 404 when there is no such photo. A
 * photo that a report or the viewer's profile uses is kept, also with 204.
 */
export async function action({ request, params }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "DELETE") return new Response(null, { status: 405, headers: { allow: "DELETE" } });
  const viewer = await viewerOf(request);
  if (!viewer) return faultAnswer("signed_out");
  return new Response(null, { status: (await deletePhoto(viewer, params.id)) ? 204 : 404 });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "DELETE" } });
}
