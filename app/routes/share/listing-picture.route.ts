import { categoryOfPlural } from "#app/domain/categories/registry.ts";
import { presentCard } from "#app/features/listings/present.server.ts";
import { listingHead } from "#app/features/listings/queries.server.ts";
import { listingPicture } from "#app/features/listings/share/address.server.ts";
import { pictureAnswer } from "#app/features/listings/share/answer.server.ts";
import { storedPicture } from "#app/features/photos/files.server.ts";
import { keyOf } from "#app/features/photos/photo.ts";
import type { Route } from "./+types/listing-picture.route";

/** The preview picture of a listing, for shared links. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const type = categoryOfPlural(params.plural)?.type;
  const row = type === undefined ? null : await listingHead({ type, id: params.id });
  const card = row && presentCard(row, null);
  if (!card) return new Response(null, { status: 404 });
  const key = keyOf(card.photo);
  return pictureAnswer(request, {
    file: params.file,
    picture: listingPicture(card),
    photoKey: key,
    photo: async () => {
      const stored = key === null ? null : await storedPicture(key, 1280, "webp");
      return stored ? new Uint8Array(await new Response(stored.body).arrayBuffer()) : undefined;
    },
  });
}
