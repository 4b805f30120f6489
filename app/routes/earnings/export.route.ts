import { readFormat } from "#app/domain/csv-format.ts";
import { exportName } from "#app/features/earnings/address.ts";
import { saleCells, saleHeading } from "#app/features/earnings/present.server.ts";
import { everySale } from "#app/features/earnings/queries.server.ts";
import { intervalOf, readRange } from "#app/features/earnings/rules.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/export.route.ts";

export const middleware = [signedIn];

/** The viewer's sales in a period (`range`) as a CSV file, also for Excel (`format`), the latest first. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const { searchParams } = new URL(request.url);
  const range = readRange(searchParams.get("range"));
  const format = readFormat(searchParams);
  const sales = everySale(viewer.id, intervalOf(range, new Date()));
  const file = csvFile(saleHeading(), sales, (row) => saleCells(row, format), format);
  return csvDownload(viewer, "sales_download", exportName(range), file);
}
