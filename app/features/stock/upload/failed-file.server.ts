import { csvFile } from "#app/platform/csv-download.server.ts";
import { PAGE_ROWS, paginate } from "#app/platform/db.server.ts";
import { REQUIRED_COLUMNS } from "../csv/columns.ts";
import { faultText } from "../csv/fault-text.ts";
import { columnsOfUpload, type FailedUploadRow, failedRowsOf } from "./queries.server.ts";

/** COLUMNS has no such name, so the column is ignored when the corrected file is sent. */
const REASON = "reason";

/** A CSV file with the failed rows of an upload, and the reason why each row failed. */
export async function* failedFile(uploadId: string): AsyncGenerator<string> {
  const columns = [...new Set([...(await columnsOfUpload(uploadId)), ...REQUIRED_COLUMNS])];
  const rows = paginate((after: FailedUploadRow | null) =>
    failedRowsOf(uploadId, { after: after?.number ?? 0, most: PAGE_ROWS }),
  );
  yield* csvFile([...columns, REASON], rows, ({ cells, faults }) => {
    const reasons = [...new Set(faults.map(faultText))];
    return [...columns.map((column) => cells[column] ?? ""), reasons.join(" · ")];
  });
}
