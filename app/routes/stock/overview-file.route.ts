import { readFormat } from "#app/domain/csv-format.ts";
import { overviewFile } from "#app/features/stock/overview/present.server.ts";
import { OVERVIEW_FILES } from "#app/features/stock/overview/view.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/overview-file.route.ts";

export const middleware = [signedIn];

/** /sell/business/overview.csv: a `list` of the overview (`OVERVIEW_FILES`), also for Excel (`format`). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(signedInViewer);
  const { searchParams } = new URL(request.url);
  const list = OVERVIEW_FILES.find((name) => name === searchParams.get("list"));
  if (!list) throw new Refused("home_not_found");
  const now = new Date();
  const format = readFormat(searchParams);
  const { heading, rows } = await overviewFile(list, viewer, format, now);
  const name = `second-serve-${list}-${now.toISOString().slice(0, 10)}.csv`;
  return csvDownload(
    viewer,
    "stock_download",
    name,
    csvFile(heading, rows, (cells) => cells, format),
  );
}
