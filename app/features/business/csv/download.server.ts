import { CSV_START, CSV_TYPE, csvLine } from "./write.ts";

/** A small file of ours, whole; nobody keeps it on its way. */
export function csvAnswer(fileName: string, rows: readonly (readonly string[])[]): Response {
  return new Response(CSV_START + rows.map(csvLine).join(""), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}
