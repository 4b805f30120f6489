import { readFormat } from "#app/domain/csv-format.ts";
import { csvAnswer } from "#app/features/business/csv/download.server.ts";
import { VALUES_NAME } from "#app/features/business/csv/template.ts";
import { valuesRows } from "#app/features/business/csv/values.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/values.route.ts";

/** The sheet of allowed values beside the template. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const viewer = await requireViewer(request);
  await limit("stock_download", viewer.id);
  const format = readFormat(new URL(request.url).searchParams);
  return csvAnswer(VALUES_NAME, valuesRows(), format);
}
