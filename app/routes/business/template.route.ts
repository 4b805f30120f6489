import { readFormat } from "#app/domain/csv-format.ts";
import { csvAnswer } from "#app/features/business/csv/download.server.ts";
import { TEMPLATE_NAME, templateRows } from "#app/features/business/csv/template.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/template.route.ts";

/** The template: every column and one valid row of each type, with commas or for Excel (`format`; M2.50). */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const viewer = await requireViewer(request);
  await limit("stock_download", viewer.id);
  const format = readFormat(new URL(request.url).searchParams);
  return csvAnswer(TEMPLATE_NAME, templateRows(format), format);
}
