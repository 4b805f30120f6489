import { href, redirect } from "react-router";
import { z } from "zod";
import { createArchive } from "#app/features/accounts/data-export/archive.server.ts";
import { exportConciergeVotes } from "#app/features/assistant/data-export.server.ts";
import { exportCart } from "#app/features/cart/data-export.server.ts";
import { exportChats } from "#app/features/chat/data-export.server.ts";
import { exportDeals } from "#app/features/deals/data-export.server.ts";
import { exportFavorites } from "#app/features/favorites/data-export.server.ts";
import { exportAcceptedTerms } from "#app/features/legal/data-export.server.ts";
import { exportModeration } from "#app/features/moderation/data-export.server.ts";
import { exportReviews } from "#app/features/reviews/data-export.server.ts";
import { exportSavedSearches } from "#app/features/saved-searches/data-export.server.ts";
import { exportTrader } from "#app/features/sellers/trader/data-export.server.ts";
import { exportSilence } from "#app/features/silent-sellers/data-export.server.ts";
import { exportPictureOrders } from "#app/features/stock/pictures/data-export.server.ts";
import { exportUploadFiles, exportUploads } from "#app/features/stock/upload/data-export.server.ts";
import { m } from "#app/paraglide/messages.js";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/data-export-archive.route.ts";

export const middleware = [confirmed];

export function loader() {
  return redirect(href("/profile/download"));
}

const OTHERS = [
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

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema: z.object({}),
    elsewhere: true,
    failedTitle: () => m.export_limit(),
    command: async (_, viewer) => {
      const now = new Date();
      const options = { now, signal: request.signal, files: [exportUploadFiles] };
      const zip = await createArchive(viewer.id, OTHERS, options);
      return new Response(zip, {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="second-serve-${now.toISOString().slice(0, 10)}.zip"`,
        },
      });
    },
  });
}
