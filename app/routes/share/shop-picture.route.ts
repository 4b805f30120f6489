import { shopPicture } from "#app/features/listings/share/address.server.ts";
import { pictureAnswer } from "#app/features/listings/share/answer.server.ts";
import type { Route } from "./+types/shop-picture.route";

/** The preview picture of all pages that have no special one, for shared links. */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return pictureAnswer(request, { file: params.file, picture: shopPicture() });
}
