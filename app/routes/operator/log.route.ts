import { LOG_HEADING, logCells } from "#app/features/moderation/records/present.server.ts";
import { entriesIn } from "#app/features/moderation/records/queries.server.ts";
import { dayOf, readPeriod } from "#app/features/moderation/records/rules.ts";
import { csvDownload, csvFile } from "#app/platform/csv-download.server.ts";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/log.route.ts";

export const middleware = [operating];

/** /operator/log.csv: the log of what staff did in a period (`from`, `to`). */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const viewer = await context.get(operator);
  const period = readPeriod(new URL(request.url).searchParams, new Date());
  const days = { from: dayOf(period.from), until: dayOf(period.until) };
  const name = `second-serve-log-${days.from}-${days.until}.csv`;
  return csvDownload(viewer, "staff_download", name, csvFile(LOG_HEADING, entriesIn(period), logCells));
}

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}
