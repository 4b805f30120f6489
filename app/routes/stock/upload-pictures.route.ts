import { can } from "#app/domain/policies.ts";
import { picturesOfUpload } from "#app/features/stock/pictures/present.server.ts";
import { ownerOfUpload } from "#app/features/stock/pictures/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/upload-pictures.route.ts";

/** The failed pictures of the viewer's own upload (`UploadPictures`). */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return reply(
    request,
    signedInOr(() => m.picture_sign_in()),
    async (viewer) => {
      const userId = await ownerOfUpload(params.id);
      if (userId === null || !can(viewer, "view", { kind: "upload", userId }))
        throw new Refused("picture_gone");
      return picturesOfUpload(params.id);
    },
  );
}
