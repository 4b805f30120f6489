import { failedFile } from "#app/features/stock/upload/failed-file.server.ts";
import { uploadOf } from "#app/features/stock/upload/present.server.ts";
import { csvDownload } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/failed-rows.route.ts";

export const middleware = [signedIn];

/** A CSV file that the seller can correct and upload again. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const upload = await uploadOf(viewer, params.id);
  if (!upload) throw new Refused("upload_gone");
  return csvDownload(viewer, "stock_download", "tennis-inventory-failed-rows.csv", failedFile(upload.id));
}
