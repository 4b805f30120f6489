import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { answered, notFound, signedOut } from "#app/features/business/pictures/answers.server.ts";
import {
  retryListingPictures,
  retryUploadPictures,
} from "#app/features/business/pictures/commands.server.ts";
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
  if (userId === null || !can(viewer, "edit", { kind: "listing", userId })) return notFound();
  const none: ListingPictures = { waiting: 0, failed: [] };
  const pictures = (await picturesOfListing(viewer, key)) ?? none;
  return Response.json(pictures, { headers: { "cache-control": "private, no-store" } });
}

interface Retry {
  /** Whether the listing or the upload exists, and is the viewer's. */
  readonly allowed: boolean;
  run(): Promise<number>;
}

/** Retries failed pictures: those of a listing (`type`, `id`), or of a whole upload (`upload`). */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) {
    if (isNavigation(request)) return signInRedirect(pageOf(request));
    return answered(request, { error: m.picture_sign_in(), status: 401 });
  }
  const form = (await readForm(request, ["type", "id", "upload"])) ?? new FormData();
  const retry = await retryOf(viewer, form);
  if (!retry.allowed) return answered(request, { error: m.picture_gone(), status: 404 });
  const count = await orRefused(retry.run());
  return answered(request, count instanceof Refused ? { error: count.message, status: count.status } : null);
}

async function retryOf(viewer: Viewer, form: FormData): Promise<Retry> {
  const upload = form.get("upload");
  if (typeof upload === "string") {
    const userId = await ownerOfUpload(upload);
    const allowed = userId !== null && can(viewer, "change", { kind: "upload", userId });
    return { allowed, run: () => retryUploadPictures(viewer.id, upload) };
  }
  const key = { type: String(form.get("type")), id: String(form.get("id")) };
  const userId = await ownerOfListing(key);
  const allowed = userId !== null && can(viewer, "edit", { kind: "listing", userId });
  return { allowed, run: () => retryListingPictures(viewer.id, key) };
}
