import { answerOf, faultAnswer } from "#app/features/photos/answers.server.ts";
import { uploadPhoto } from "#app/features/photos/commands.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/upload.route.ts";

/**
 * Accepts one picture as the body of a POST. Returns the stored photo (201) or `{ fault, message }`. With
 * `?for=message` the photo is private, and no listing can show it.
 */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
  const viewer = await viewerOf(request);
  if (!viewer) return faultAnswer("signed_out");
  try {
    const isForMessage = new URL(request.url).searchParams.get("for") === "message";
    const photo = presentPhoto(await uploadPhoto(viewer, request, isForMessage ? "message" : "listing"));
    return Response.json({ ...photo, src: photoUrl(photo.key, 320) }, { status: 201 });
  } catch (error) {
    return answerOf(error);
  }
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
