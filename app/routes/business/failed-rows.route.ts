import { Readable } from "node:stream";
import { CSV_TYPE } from "#app/features/business/csv/write.ts";
import { failedFile } from "#app/features/business/upload/failed-file.server.ts";
import { uploadOf } from "#app/features/business/upload/present.server.ts";
import { m } from "#app/paraglide/messages.js";
import { logger } from "#app/platform/log.server.ts";
import { problem } from "#app/platform/problem.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import type { Route } from "./+types/failed-rows.route.ts";

/** The failed rows of an upload, as a file that the seller can correct and send again. */
export async function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  const viewer = await requireViewer(request);
  const upload = await uploadOf(viewer, params.id);
  if (!upload) throw problem(404, { message: m.upload_gone() });
  await limit("stock_download", viewer.id);
  const file = Readable.toWeb(Readable.from(reported(failedFile(upload.id))));
  return new Response(file as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": 'attachment; filename="tennis-inventory-failed-rows.csv"',
      "cache-control": "no-store",
    },
  });
}

/** The browser sees only that the file ended too early. */
async function* reported(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for await (const line of lines) yield encoder.encode(line);
  } catch (error) {
    logger.error({ err: error }, "a file of failed rows could not be finished");
    throw error;
  }
}
