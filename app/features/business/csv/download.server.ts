import { CSV_START, CSV_TYPE, csvLine } from "./write.ts";

/** What a file of ours is sent with; nobody keeps it on its way. */
export function csvHeaders(fileName: string): Readonly<Record<string, string>> {
  return {
    "content-type": CSV_TYPE,
    "content-disposition": `attachment; filename="${fileName}"`,
    "cache-control": "no-store",
  };
}

/** A small file of ours, whole. */
export function csvAnswer(fileName: string, rows: readonly (readonly string[])[]): Response {
  return new Response(CSV_START + rows.map(csvLine).join(""), { headers: csvHeaders(fileName) });
}
