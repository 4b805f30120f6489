import { readFormat } from "#app/domain/csv-format.ts";
import { csvInParts } from "#app/features/business/csv/download.server.ts";
import { readStock } from "#app/features/business/stock/address.ts";
import { stockFile } from "#app/features/business/stock/export.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/stock-file.route.ts";

/**
 * The viewer's stock as a file, with commas or for Excel (`format`). It has all listings, or those that the table's
 * address selects (`q`, `type`, `state`). The file is streamed.
 */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const viewer = await requireViewer(request);
  await limit("stock_download", viewer.id);
  const { searchParams } = new URL(request.url);
  const day = new Date().toISOString().slice(0, 10);
  return csvInParts(
    `second-serve-stock-${day}.csv`,
    stockFile(viewer.id, readStock(searchParams), readFormat(searchParams)),
  );
}
