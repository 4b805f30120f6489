import { redirect } from "react-router";
import { pictureOrdersTaken } from "#app/features/business/pictures/taken.server.ts";
import { uploadFilesTaken, uploadsTaken } from "#app/features/business/upload/taken.server.ts";
import { cartTaken } from "#app/features/cart/taken.server.ts";
import { chatsTaken } from "#app/features/chat/taken.server.ts";
import { dealsTaken } from "#app/features/deals/taken.server.ts";
import { favoritesTaken } from "#app/features/favorites/taken.server.ts";
import { reviewsTaken } from "#app/features/reviews/taken.server.ts";
import { savedSearchesTaken } from "#app/features/search/saved/taken.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { secondsToWait, tooManyText } from "#app/platform/rate-limit.server.ts";
import { requireConfirmed } from "#app/platform/session.server.ts";
import type { Route } from "./+types/archive.route.ts";
import { archiveOf } from "./archive.server.ts";

/** The file is asked for by the form of the page. */
export function loader() {
  return redirect("/profile/download");
}

/** Everything about the viewer as a ZIP file, made while it is sent. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await requireConfirmed(request);
  const seconds = await secondsToWait("download", viewer.id);
  if (seconds !== null) {
    const told = {
      kind: "error",
      title: m.leave_download_limit(),
      description: tooManyText(seconds),
    } as const;
    return redirect("/profile/download", { headers: flash(new Headers(), told) });
  }
  const now = new Date();
  const { signal } = request;
  const others = [
    chatsTaken,
    dealsTaken,
    favoritesTaken,
    cartTaken,
    reviewsTaken,
    savedSearchesTaken,
    uploadsTaken,
    pictureOrdersTaken,
  ];
  const zip = archiveOf(viewer.id, others, { now, signal, files: [uploadFilesTaken] });
  return new Response(zip, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="second-serve-${now.toISOString().slice(0, 10)}.zip"`,
      "cache-control": "no-store",
    },
  });
}
