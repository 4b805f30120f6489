import { answered, notFound, signedOut } from "#app/features/business/pictures/answers.server.ts";
import {
  retryListingPictures,
  retryUploadPictures,
} from "#app/features/business/pictures/commands.server.ts";
import { can } from "#app/features/business/pictures/policy.ts";
import { picturesOfListing } from "#app/features/business/pictures/present.server.ts";
import { ownerOfListing, ownerOfUpload } from "#app/features/business/pictures/queries.server.ts";
import type { ListingPictures } from "#app/features/business/pictures/view.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import type { Route } from "./+types/pictures.route.ts";

/** The pictures of the viewer's own listing (`?type=&id=`), as JSON (`ListingPictures`). */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return signedOut();
  const { searchParams } = new URL(request.url);
  const key = { type: searchParams.get("type") ?? "", id: searchParams.get("id") ?? "" };
  const userId = await ownerOfListing(key);
  if (userId === null || !can(viewer, "see", { userId })) return notFound();
  const none: ListingPictures = { waiting: 0, failed: [] };
  const pictures = (await picturesOfListing(viewer, key)) ?? none;
  return Response.json(pictures, { headers: { "cache-control": "private, no-store" } });
}

interface Retry {
  /** The owner of the pictures; null if the listing or the upload does not exist. */
  readonly userId: string | null;
  run(ownerId: string): Promise<number>;
}

/** Retries failed pictures: those of a listing (`type`, `id`), or of a whole upload (`upload`). */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) {
    if (isNavigation(request)) return signInRedirect(pageOf(request));
    return answered(request, { error: m.picture_sign_in(), status: 401 });
  }
  const retry = await retryOf((await readForm(request, ["type", "id", "upload"])) ?? new FormData());
  if (retry.userId === null || !can(viewer, "fetch_again", { userId: retry.userId })) {
    return answered(request, { error: m.picture_gone(), status: 404 });
  }
  const count = await orRefused(retry.run(retry.userId));
  return answered(request, count instanceof Refused ? { error: count.message, status: count.status } : null);
}

async function retryOf(form: FormData): Promise<Retry> {
  const upload = form.get("upload");
  if (typeof upload === "string") {
    const userId = await ownerOfUpload(upload);
    return { userId, run: (ownerId) => retryUploadPictures(ownerId, upload) };
  }
  const key = { type: String(form.get("type")), id: String(form.get("id")) };
  return {
    userId: await ownerOfListing(key),
    run: (ownerId) => retryListingPictures(ownerId, key),
  };
}
