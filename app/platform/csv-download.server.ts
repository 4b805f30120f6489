import { AsyncLocalStorage } from "node:async_hooks";
import { CSV_START, CSV_TYPE, csvLine } from "#app/domain/csv/write.ts";
import type { CsvFormat } from "#app/domain/csv-format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { logger } from "./log.server.ts";
import { limit } from "./rate-limit.server.ts";

/**
 * For small files, whose rows are all in memory.
 * @throws Refused "too_often"
 */
export async function csvAnswer(
  viewer: Viewer,
  fileName: string,
  rows: readonly (readonly string[])[],
  format: CsvFormat,
): Promise<Response> {
  await limit("stock_download", viewer.id);
  return new Response(CSV_START + rows.map((cells) => csvLine(cells, format)).join(""), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}

/**
 * For large files: each part is generated only after the part before it was sent.
 * @throws Refused "too_often"
 */
export async function csvInParts(
  viewer: Viewer,
  limitName: "stock_download" | "sales_download" | "staff_download",
  fileName: string,
  parts: AsyncGenerator<string>,
): Promise<Response> {
  await limit(limitName, viewer.id);
  return new Response(sent(parts), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="${fileName}"`,
      "x-content-type-options": "nosniff",
    },
  });
}

function sent(parts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  // The stream is read outside of the request, but the parts need the request's language.
  const inRequest = AsyncLocalStorage.snapshot();
  return new ReadableStream(
    {
      async pull(stream) {
        try {
          const { done, value } = await inRequest(() => parts.next());
          if (done) stream.close();
          else stream.enqueue(encoder.encode(value));
        } catch (error) {
          // The browser only sees that the file ended early.
          logger.error({ err: error }, "a file could not be finished");
          throw error;
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
