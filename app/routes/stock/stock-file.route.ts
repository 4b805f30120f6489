import { readFormat } from "#app/domain/csv-format.ts";
import { readStock } from "#app/features/stock/table/address.ts";
import { stockFile } from "#app/features/stock/table/export.server.ts";
import { csvDownload } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/stock-file.route.ts";

export const middleware = [signedIn];

/** The viewer's stock as a CSV file, also for Excel (`format`); it may be filtered (`q`, `type`, `state`). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const { searchParams } = new URL(request.url);
  const day = new Date().toISOString().slice(0, 10);
  return csvDownload(
    viewer,
    "stock_download",
    `second-serve-stock-${day}.csv`,
    stockFile(viewer.id, readStock(searchParams), readFormat(searchParams)),
  );
}
