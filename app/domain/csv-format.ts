/** How the cells and the decimals of a file are written. A file of either format is read again without being told which. */
export interface CsvFormat {
  readonly separator: "," | ";";
  readonly decimal: "." | ",";
}

export const PLAIN: CsvFormat = { separator: ",", decimal: "." };

/** What Excel opens as columns and numbers where the decimal sign is a comma: in Dutch, German and French. */
export const EXCEL: CsvFormat = { separator: ";", decimal: "," };

/** The format that the address of a download asks for (`format`); plain where it names none that we know. */
export function readFormat(params: URLSearchParams): CsvFormat {
  return params.get("format") === "excel" ? EXCEL : PLAIN;
}

/** The address of the same download for Excel. */
export function excelPath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}format=excel`;
}

/** A number ("1189.50") with the decimal sign of the format. */
export function numberCell(number: string, { decimal }: CsvFormat): string {
  return number.replace(".", decimal);
}
