import { openPicture } from "#app/features/moderation/reports/pictures.server.ts";
import { noPicture, privatePicture } from "#app/features/photos/picture.server.ts";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/report-picture.route.ts";

export const middleware = [moderating];

/** A picture that a reporter added to a report. Each view is logged. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(moderator);
  const key = await openPicture(viewer, params.id, Number(params.nth));
  return key === undefined ? noPicture() : privatePicture(key, { width: 1280, format: "webp" });
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
