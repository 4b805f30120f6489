import { unescapeFormula } from "./write.ts";

export interface CsvRow extends RowPlace {
  readonly cells: readonly string[];
  /** Set for a row that is longer than MAX_ROW_LENGTH. It has the cells before those that are too long. */
  readonly oversized?: true;
}

/** `number` is the row's number in a spreadsheet: the first is 1, and empty rows have numbers too. */
export interface RowPlace {
  readonly number: number;
  /** How many characters (UTF-16 units) of the text precede the row. */
  readonly start: number;
}

/** In characters. A longer row cannot be a listing: of such a row, the reader forgets the rest. */
export const MAX_ROW_LENGTH = 200_000;

/** Thrown for a row whose quotation mark is never closed. */
export class UnterminatedRow extends Error {
  readonly number: number;

  constructor(number: number) {
    super(`Row ${number} does not end: a quotation mark is left open`);
    this.number = number;
  }
}

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/**
 * Parses a text into rows while it arrives, in pieces of any size: RFC 4180, and common deviations from it. A line may
 * end with LF, CRLF or CR; a quotation mark within an unquoted cell is an ordinary character.
 */
export class RowReader {
  readonly #separator: number;
  #number: number;
  /** How many characters precede the text that is read now. */
  #before: number;
  /** Where the row begins; null until its first character arrives. */
  #start: number | null = null;
  #cells: string[] = [];
  #length = 0;
  #cell = "";
  /** "closed": after a quotation mark that closes the cell, unless another one follows. */
  #place: "plain" | "quoted" | "closed" = "plain";
  #wasQuoted = false;
  #wasReturn = false;
  #isOversized = false;

  /** @param from the place of the first row */
  constructor(separator: string, from: RowPlace = { number: 1, start: 0 }) {
    this.#separator = separator.charCodeAt(0);
    this.#number = from.number;
    this.#before = from.start;
  }

  /** The number of the row that is read now, if it is too long already; else null. */
  get oversizedRow(): number | null {
    return this.#isOversized ? this.#number : null;
  }

  /** The rows that end in this piece. */
  read(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    const { length } = text;
    let at = 0;
    while (at < length) {
      if (this.#place === "quoted") {
        const quote = text.indexOf('"', at);
        const end = quote < 0 ? length : quote;
        this.#add(text.slice(at, end));
        if (quote >= 0) this.#place = "closed";
        at = end + 1;
        continue;
      }
      const first = text.charCodeAt(at);
      if (this.#place === "closed") {
        this.#place = first === QUOTE ? "quoted" : "plain";
        if (first === QUOTE) {
          this.#add('"');
          at += 1;
        }
        continue;
      }
      if (this.#wasReturn) {
        this.#wasReturn = false;
        if (first === LINE_FEED) at += 1;
        continue;
      }
      this.#start ??= this.#before + at;
      const end = this.#endOfPlain(text, at);
      this.#add(text.slice(at, end));
      at = end + 1;
      if (end === length) break;
      const sign = text.charCodeAt(end);
      if (sign === this.#separator) this.#endCell();
      else if (sign === QUOTE) this.#openQuote();
      else {
        this.#wasReturn = sign === RETURN;
        this.#endRow(rows);
      }
    }
    this.#before += length;
    return rows;
  }

  /**
   * The remaining rows at the end of the text.
   * @throws UnterminatedRow where a quotation mark is still open
   */
  end(): CsvRow[] {
    if (this.#place === "quoted") throw new UnterminatedRow(this.#number);
    const rows: CsvRow[] = [];
    this.#endRow(rows);
    return rows;
  }

  #endOfPlain(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign === this.#separator || sign === LINE_FEED || sign === RETURN || sign === QUOTE) break;
    }
    return at;
  }

  #add(text: string): void {
    if (this.#isOversized) return;
    this.#cell += text;
    this.#limit(this.#length + this.#cell.length);
  }

  #openQuote(): void {
    if (this.#wasQuoted || this.#cell.trim() !== "") {
      this.#add('"');
      return;
    }
    this.#cell = "";
    this.#wasQuoted = true;
    this.#place = "quoted";
  }

  #endCell(): void {
    // Separators count too: a row of only separators could be endless.
    this.#length += this.#cell.length + 1;
    this.#limit(this.#length);
    if (!this.#isOversized) this.#cells.push(unescapeFormula(this.#cell));
    this.#cell = "";
    this.#wasQuoted = false;
  }

  #endRow(rows: CsvRow[]): void {
    this.#endCell();
    const place = { number: this.#number, start: this.#start ?? this.#before };
    if (this.#isOversized) rows.push({ ...place, cells: this.#cells, oversized: true });
    else if (this.#cells.some((cell) => cell.trim() !== "")) rows.push({ ...place, cells: this.#cells });
    this.#isOversized = false;
    this.#cells = [];
    this.#start = null;
    this.#length = 0;
    this.#number += 1;
  }

  #limit(length: number): void {
    if (length <= MAX_ROW_LENGTH) return;
    this.#isOversized = true;
    this.#cell = "";
  }
}
