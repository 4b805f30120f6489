import { hasPhoto } from "#app/features/chat/queries.server.ts";
import { photoDigits } from "#app/features/photos/files.server.ts";
import { privateKey } from "#app/features/photos/photo.ts";
import { noPicture, pictureAnswer, pictureNamed } from "#app/features/photos/picture.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/picture.route.ts";

/**
 * A photo of a message, `/chat/photos/{digits}/{width}.webp` or `.avif`. Only the two members of the conversation see
 * it; others get 404.
 */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const digits = photoDigits.safeParse(params.digits);
  const named = pictureNamed(params.file);
  const viewer = digits.success && named ? await viewerOf(request) : null;
  if (!digits.success || !named || !viewer) return noPicture();
  const key = privateKey(digits.data);
  return (await hasPhoto(viewer, key)) ? pictureAnswer(key, named) : noPicture();
}
