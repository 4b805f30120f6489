import { CSV_START, CSV_TYPE, csvLine } from "#app/domain/csv/write.ts";
import type { CsvFormat } from "#app/domain/csv-format.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { limit } from "./rate-limit.server.ts";
import { textStream } from "./text-stream.server.ts";

/** A part of a file is sent when it has this many characters. */
const PART_LENGTH = 65_536;

/**
 * The parts of a CSV file. A row without cells is left out.
 * @param heading null when it is the first of the rows, or there is none
 */
export async function* csvFile<Row>(
  heading: readonly string[] | null,
  rows: AsyncIterable<Row> | Iterable<Row>,
  cellsOf: (row: Row) => readonly string[] | null,
  format?: CsvFormat,
): AsyncGenerator<string> {
  let part = CSV_START;
  if (heading) part += csvLine(heading, format);
  for await (const row of rows) {
    const cells = cellsOf(row);
    if (cells) part += csvLine(cells, format);
    if (part.length < PART_LENGTH) continue;
    yield part;
    part = "";
  }
  if (part !== "") yield part;
}

/**
 * Answers with a CSV file. Each part is generated only after the part before it was sent.
 * @throws Refused "too_often"
 */
export async function csvDownload(
  viewer: Viewer,
  limitName: "stock_download" | "sales_download" | "staff_download",
  fileName: string,
  parts: AsyncGenerator<string>,
): Promise<Response> {
  await limit(limitName, viewer.id);
  return new Response(textStream(parts), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
