import { readFormat } from "#app/domain/csv-format.ts";
import { TEMPLATE_NAME, templateRows } from "#app/features/stock/csv/template.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/template.route.ts";

export const middleware = [signedIn];

/** The template of a stock file, also for Excel (`format`). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const format = readFormat(new URL(request.url).searchParams);
  const file = csvFile(null, templateRows(format), (cells) => cells, format);
  return csvDownload(viewer, "stock_download", TEMPLATE_NAME, file);
}
