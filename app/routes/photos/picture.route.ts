import { photoDigits } from "#app/features/photos/files.server.ts";
import { type Caching, noPicture, pictureAnswer, pictureNamed } from "#app/features/photos/picture.server.ts";
import { isHiddenPhoto } from "#app/features/photos/queries.server.ts";
import type { Route } from "./+types/picture.route.ts";

const PUBLIC: Caching = { ready: "public, max-age=31536000, immutable", standIn: "public, max-age=60" };

/** A public photo: `/photos/{key}/{width}.webp` or `.avif`. Photos of messages are at `/chat/photos/`. */
export async function loader({ params }: Route.LoaderArgs): Promise<Response> {
  const key = photoDigits.safeParse(params.key);
  const named = pictureNamed(params.file);
  if (!key.success || !named || (await isHiddenPhoto(key.data))) return noPicture();
  return pictureAnswer(key.data, named, PUBLIC);
}
