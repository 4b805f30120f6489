import { href, redirect } from "react-router";
import { createArchive } from "#app/features/accounts/data-export/archive.server.ts";
import { exportConciergeVotes } from "#app/features/assistant/data-export.server.ts";
import { exportPictureOrders } from "#app/features/business/pictures/data-export.server.ts";
import { exportUploadFiles, exportUploads } from "#app/features/business/upload/data-export.server.ts";
import { exportCart } from "#app/features/cart/data-export.server.ts";
import { exportChats } from "#app/features/chat/data-export.server.ts";
import { exportDeals } from "#app/features/deals/data-export.server.ts";
import { exportFavorites } from "#app/features/favorites/data-export.server.ts";
import { exportAcceptedTerms } from "#app/features/legal/data-export.server.ts";
import { exportModeration } from "#app/features/moderation/data-export.server.ts";
import { exportReviews } from "#app/features/reviews/data-export.server.ts";
import { exportSavedSearches } from "#app/features/search/saved/data-export.server.ts";
import { exportTrader } from "#app/features/sellers/trader/data-export.server.ts";
import { exportSilence } from "#app/features/silent-sellers/data-export.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/data-export-archive.route.ts";

export const middleware = [confirmed];

export function loader() {
  return redirect(href("/profile/download"));
}

export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const viewer = await context.get(confirmedViewer);
  const now = new Date();
  const { signal } = request;
  const others = [
    exportChats,
    exportDeals,
    exportFavorites,
    exportCart,
    exportReviews,
    exportModeration,
    exportSavedSearches,
    exportUploads,
    exportPictureOrders,
    exportSilence,
    exportAcceptedTerms,
    exportTrader,
    exportConciergeVotes,
  ];
  const zip = await orRefused(createArchive(viewer.id, others, { now, signal, files: [exportUploadFiles] }));
  if (zip instanceof Refused) {
    const message = { kind: "error", title: m.export_limit(), description: zip.message } as const;
    return redirect(href("/profile/download"), { headers: flash(new Headers(), message) });
  }
  return new Response(zip, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="second-serve-${now.toISOString().slice(0, 10)}.zip"`,
    },
  });
}
