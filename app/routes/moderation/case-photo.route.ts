import { evidenceOf } from "#app/features/moderation/cases/queries.server.ts";
import { PHOTO_WIDTHS } from "#app/features/photos/photo.ts";
import { noPicture, privatePicture } from "#app/features/photos/picture.server.ts";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/case-photo.route.ts";

export const middleware = [moderating];

/** A photo in the evidence of a case, even of a private message, and even if it is hidden from everybody else. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  await context.get(moderator);
  const key = (await evidenceOf(params.id))?.photos[Number(params.nth)];
  const wanted = new URL(request.url).searchParams.get("width");
  const width = PHOTO_WIDTHS.find((offered) => String(offered) === wanted) ?? 640;
  return key === undefined ? noPicture() : privatePicture(key, { width, format: "webp" });
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
