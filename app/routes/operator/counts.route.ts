import { readFormat } from "#app/domain/csv-format.ts";
import { presentRecordCounts } from "#app/features/moderation/records/present.server.ts";
import { moderationCounts } from "#app/features/moderation/records/queries.server.ts";
import { periodOfYear, readYear } from "#app/features/moderation/records/rules.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/counts.route.ts";

export const middleware = [operating];

/** /operator/counts.csv: the counts of reports and decisions in a `year`. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(operator);
  const { searchParams } = new URL(request.url);
  const year = readYear(searchParams, new Date());
  const tables = presentRecordCounts(await moderationCounts(periodOfYear(year)));
  const rows = tables.flatMap(({ title, rows }) => rows.map(({ label, value }) => [title, label, value]));
  const file = csvFile(null, rows, (cells) => cells, readFormat(searchParams));
  return csvDownload(viewer, "staff_download", `second-serve-moderation-${year}.csv`, file);
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
