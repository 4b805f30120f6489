import { hasPhoto } from "#app/features/chat/queries.server.ts";
import { PHOTO_DIGITS } from "#app/features/photos/files.server.ts";
import { privateKey } from "#app/features/photos/photo.ts";
import { noPicture, pictureNamed, privatePicture } from "#app/features/photos/picture.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/picture.route.ts";

/**
 * A photo of a message, `/chat/photos/{digits}/{width}.webp` or `.avif`. Only the two members of the conversation see
 * it; others get 404.
 */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const named = pictureNamed(params.file);
  const viewer = named && PHOTO_DIGITS.test(params.digits) ? await viewerOf(request) : null;
  if (!named || !viewer) return noPicture();
  const key = privateKey(params.digits);
  return (await hasPhoto(viewer, key)) ? privatePicture(key, named) : noPicture();
}
