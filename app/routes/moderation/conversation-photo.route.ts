import { caseById } from "#app/features/moderation/cases/queries.server.ts";
import { conversationOf, examinedPhoto } from "#app/features/moderation/conversations/queries.server.ts";
import { noPicture, privatePicture } from "#app/features/photos/picture.server.ts";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/conversation-photo.route.ts";

export const middleware = [moderating];

/** A photo of a conversation, for the moderator who opened it. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(moderator);
  const row = await caseById(params.id);
  const room = row && (await conversationOf(viewer, row, params.roomId));
  const key = room?.is_open ? await examinedPhoto(room.id, params.photo) : undefined;
  return key === undefined ? noPicture() : privatePicture(key, { width: 1280, format: "webp" });
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
