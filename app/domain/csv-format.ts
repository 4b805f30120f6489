/** The separator and the decimal sign of a CSV file. An import detects either format by itself. */
export interface CsvFormat {
  readonly separator: "," | ";";
  readonly decimal: "." | ",";
}

export const PLAIN: CsvFormat = { separator: ",", decimal: "." };

/** Excel opens this format as columns and numbers where the decimal sign is a comma: in Dutch, German and French. */
export const EXCEL: CsvFormat = { separator: ";", decimal: "," };

export function readFormat(params: URLSearchParams): CsvFormat {
  return params.get("format") === "excel" ? EXCEL : PLAIN;
}

export function excelPath(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}format=excel`;
}

/** Writes a number ("1189.50") with the format's decimal sign. */
export function numberCell(number: string, { decimal }: CsvFormat): string {
  return number.replace(".", decimal);
}
