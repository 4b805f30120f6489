import { href, redirect } from "react-router";
import { z } from "zod";
import type { ListingKey } from "#app/domain/listing.ts";
import { can } from "#app/domain/policies.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { retryListingPictures, retryUploadPictures } from "#app/features/stock/pictures/commands.server.ts";
import { picturesOfListing } from "#app/features/stock/pictures/present.server.ts";
import { ownerOfListing, ownerOfUpload } from "#app/features/stock/pictures/queries.server.ts";
import type { ListingPictures } from "#app/features/stock/pictures/view.ts";
import { m } from "#app/paraglide/messages.js";
import { isNavigation } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reply, submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/pictures.route.ts";

const who = signedInOr(() => m.picture_sign_in());

/** The pictures of the viewer's own listing (`?type=&id=`), as `ListingPictures`. */
export function loader({ request }: Route.LoaderArgs) {
  // A form without JavaScript leads here, if the browser does not name its page.
  if (isNavigation(request)) return redirect(href("/sell/business"));
  return reply(request, who, async (viewer) => {
    const { searchParams } = new URL(request.url);
    const key = { type: searchParams.get("type") ?? "", id: searchParams.get("id") ?? "" };
    await refuseOthers(viewer, key);
    const none: ListingPictures = { waiting: 0, failed: [] };
    return (await picturesOfListing(viewer, key)) ?? none;
  });
}

const retrySchema = z.union(
  [z.object({ upload: z.string() }), z.object({ type: z.string(), id: z.string() })],
  { error: () => m.picture_gone() },
);

/** Retries failed pictures: those of a listing (`type`, `id`), or of a whole upload (`upload`). */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who,
    schema: retrySchema,
    coerces: false,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async (target, viewer) => {
      if ("upload" in target) await retryUpload(viewer, target.upload);
      else {
        await refuseOthers(viewer, target);
        await retryListingPictures(viewer.id, target);
      }
      return { toast: { title: m.picture_retry_started() } };
    },
  });
}

async function retryUpload(viewer: Viewer, upload: string): Promise<void> {
  const userId = await ownerOfUpload(upload);
  if (userId === null || !can(viewer, "change", { kind: "upload", userId }))
    throw new Refused("picture_gone");
  await retryUploadPictures(viewer.id, upload);
}

/** Does not reveal whether the listing does not exist, or belongs to another user. */
async function refuseOthers(viewer: Viewer, key: ListingKey): Promise<void> {
  const userId = await ownerOfListing(key);
  if (userId === null || !can(viewer, "edit", { kind: "listing", userId })) throw new Refused("picture_gone");
}
