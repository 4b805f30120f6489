import { href, redirect } from "react-router";
import { createArchive } from "#app/features/accounts/data-export/archive.server.ts";
import { exportPictureOrders } from "#app/features/business/pictures/data-export.server.ts";
import { exportUploadFiles, exportUploads } from "#app/features/business/upload/data-export.server.ts";
import { exportCart } from "#app/features/cart/data-export.server.ts";
import { exportChats } from "#app/features/chat/data-export.server.ts";
import { exportDeals } from "#app/features/deals/data-export.server.ts";
import { exportFavorites } from "#app/features/favorites/data-export.server.ts";
import { exportReviews } from "#app/features/reviews/data-export.server.ts";
import { exportSavedSearches } from "#app/features/search/saved/data-export.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { secondsToWait, tooManyText } from "#app/platform/rate-limit.server.ts";
import { requireConfirmed } from "#app/platform/session.server.ts";
import type { Route } from "./+types/data-export-archive.route.ts";

export function loader() {
  return redirect(href("/profile/download"));
}

/** Streams the viewer's data as a ZIP file. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await requireConfirmed(request);
  const seconds = await secondsToWait("download", viewer.id);
  if (seconds !== null) {
    const message = {
      kind: "error",
      title: m.export_limit(),
      description: tooManyText(seconds),
    } as const;
    return redirect(href("/profile/download"), { headers: flash(new Headers(), message) });
  }
  const now = new Date();
  const { signal } = request;
  const others = [
    exportChats,
    exportDeals,
    exportFavorites,
    exportCart,
    exportReviews,
    exportSavedSearches,
    exportUploads,
    exportPictureOrders,
  ];
  const zip = createArchive(viewer.id, others, { now, signal, files: [exportUploadFiles] });
  return new Response(zip, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="second-serve-${now.toISOString().slice(0, 10)}.zip"`,
      "cache-control": "no-store",
    },
  });
}
