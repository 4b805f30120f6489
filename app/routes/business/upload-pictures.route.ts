import { can } from "#app/domain/policies.ts";
import { notFound, signedOut } from "#app/features/business/pictures/answers.server.ts";
import { picturesOfUpload } from "#app/features/business/pictures/present.server.ts";
import { ownerOfUpload } from "#app/features/business/pictures/queries.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/upload-pictures.route.ts";

/** The failed pictures of the viewer's own upload, as JSON (`UploadPictures`). */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return signedOut();
  const userId = await ownerOfUpload(params.id);
  if (userId === null || !can(viewer, "view", { kind: "upload", userId })) return notFound();
  return Response.json(await picturesOfUpload(params.id), {
    headers: { "cache-control": "private, no-store" },
  });
}
