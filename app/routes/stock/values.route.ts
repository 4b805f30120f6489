import { readFormat } from "#app/domain/csv-format.ts";
import { VALUES_NAME } from "#app/features/stock/csv/template.ts";
import { valuesRows } from "#app/features/stock/csv/values.server.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import type { Route } from "./+types/values.route.ts";

export const middleware = [signedIn];

export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const format = readFormat(new URL(request.url).searchParams);
  const file = csvFile(null, valuesRows(), (cells) => cells, format);
  return csvDownload(viewer, "stock_download", VALUES_NAME, file);
}
