import type { Route } from "./+types/shop-picture.route";
import { shopPicture } from "./address.server.ts";
import { pictureAnswer } from "./answer.server.ts";

/** The picture of every page that has none of its own. */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return pictureAnswer(request, { file: params.file, picture: shopPicture() });
}
