import { uploadPhoto } from "#app/features/photos/commands.server.ts";
import { photoUrl } from "#app/features/photos/photo.ts";
import { presentPhoto } from "#app/features/photos/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/upload.route.ts";

/**
 * Accepts one picture as the body of a POST, and returns the stored photo. With `?for=message` the photo is private,
 * and no listing can show it.
 */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return postOnly();
  return reply(
    request,
    signedInOr(() => m.photos_fault_signed_out()),
    async (viewer) => {
      const isForMessage = new URL(request.url).searchParams.get("for") === "message";
      const photo = presentPhoto(await uploadPhoto(viewer, request, isForMessage ? "message" : "listing"));
      return { ...photo, src: photoUrl(photo.key, 320) };
    },
  );
}

export const loader = postOnly;
