import { CSV_START, csvLine } from "#app/domain/csv/write.ts";
import { type CsvFormat, readFormat } from "#app/domain/csv-format.ts";
import { exportName } from "#app/features/earnings/address.ts";
import { saleCells, saleHeading } from "#app/features/earnings/present.server.ts";
import { everySale } from "#app/features/earnings/queries.server.ts";
import { intervalOf, type Range, readRange } from "#app/features/earnings/rules.ts";
import { csvInParts } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/export.route.ts";

export const middleware = [signedIn];

/** The viewer's sales in a period (`range`) as a CSV file, also for Excel (`format`), the latest first. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const { searchParams } = new URL(request.url);
  const range = readRange(searchParams.get("range"));
  const file = salesFile(viewer.id, range, readFormat(searchParams));
  return csvInParts(viewer, "sales_download", exportName(range), file);
}

async function* salesFile(sellerId: string, range: Range, format: CsvFormat): AsyncGenerator<string> {
  yield CSV_START + csvLine(saleHeading(), format);
  for await (const rows of everySale(sellerId, intervalOf(range, new Date())))
    if (rows.length > 0) yield rows.map((row) => csvLine(saleCells(row, format), format)).join("");
}
