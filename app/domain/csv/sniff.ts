import type { FileFault } from "./file-fault.ts";
import { RowReader, UnterminatedRow } from "./rows.ts";

export type Encoding = "utf-8" | "windows-1252" | "macintosh" | "utf-16le" | "utf-16be";

const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

export interface Sniffed {
  readonly separator: Separator;
  /** The number of characters before the heading. */
  readonly skip: number;
}

/** The first bytes of other file types. */
const BEGINNINGS: readonly (readonly [FileFault, readonly number[]])[] = [
  // ZIP, the container of XLSX, ODS and Numbers; then an empty ZIP and a split ZIP.
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["zip", [0x50, 0x4b, 0x05, 0x06]],
  ["zip", [0x50, 0x4b, 0x07, 0x08]],
  // The file format of Excel before 2007.
  ["spreadsheet", [0xd0, 0xcf, 0x11, 0xe0]],
  ["gzip", [0x1f, 0x8b]],
  // PDF.
  ["binary", [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

function wideEncodingOf(start: Uint8Array): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : null;
}

/** A decoder that skips the byte order mark. */
export function decoderOf(encoding: Encoding): TextDecoder {
  return new TextDecoder(encoding);
}

function beginsWith(start: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => start[at] === byte);
}

/** The line with the separator that some spreadsheets write before the heading: "sep=;". */
const SAYS_SEPARATOR = /^sep=([,;\t|])(?:\r\n|\r|\n)/i;

/** Title rows may stand above the heading. */
const HEADING_WITHIN = 25;

function firstRows(text: string, separator: Separator): readonly (readonly string[])[] {
  const reader = new RowReader(separator);
  const rows = reader.read(text);
  try {
    if (rows.length === 0) rows.push(...reader.end());
  } catch (error) {
    if (!(error instanceof UnterminatedRow)) throw error;
  }
  return rows.slice(0, HEADING_WITHIN).map(({ cells }) => cells);
}

/** The separator with which a row has the most recognized columns, or else the most cells. */
function separatorOf(text: string, recognized: Recognizer): Separator {
  const scored = SEPARATORS.map((separator) => {
    const rows = firstRows(text, separator);
    const most = (count: (cells: readonly string[]) => number) => Math.max(0, ...rows.map(count));
    return {
      separator,
      known: most((cells) => recognized(cells.slice(0, 200))),
      columns: most((cells) => cells.length),
    };
  });
  const best = scored.toSorted((one, other) => other.known - one.known || other.columns - one.columns)[0];
  return best?.separator ?? ",";
}

/** Counts the columns of a heading that the reader of the file knows. */
export type Recognizer = (heading: readonly string[]) => number;

/** `start` is at least the first 64 KB of a file, or all of a smaller one. A fault says why the file is not CSV. */
export function sniff(start: Uint8Array, recognized: Recognizer): Sniffed | { readonly fault: FileFault } {
  const other = BEGINNINGS.find(([, beginning]) => beginsWith(start, beginning));
  if (other) return { fault: other[0] };
  const text = decoderOf(wideEncodingOf(start) ?? "utf-8").decode(start);
  if (!/[^\s,;|]/.test(text)) return { fault: "empty" };
  if (isBinary(text)) return { fault: "binary" };
  const [line = "", declared] = SAYS_SEPARATOR.exec(text) ?? [];
  return {
    separator: (declared as Separator | undefined) ?? separatorOf(text, recognized),
    skip: line.length,
  };
}

/** A single NUL is a slip in a cell; many are numbers of a binary file. */
const MAX_NULS = 0.01;

export function isBinary(text: string): boolean {
  if (!text.includes("\0")) return false;
  return text.split("\0").length - 1 > Math.max(1, text.length * MAX_NULS);
}

export function joined(first: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + other.length);
  both.set(first);
  both.set(other, first.length);
  return both;
}

/**
 * Returns a function that is called with each chunk, and says whether the bytes so far are valid UTF-8. A last call
 * without a chunk says whether the last character is complete.
 */
function utf8Watch(): (chunk?: Uint8Array) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return (chunk) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
}

/** Accented letters of our languages in MacRoman; in Windows-1252 these bytes are signs, or nothing. */
const MAC_LETTERS = new Set([
  0x83, 0x88, 0x89, 0x8a, 0x8b, 0x8d, 0x8e, 0x8f, 0x90, 0x94, 0x95, 0x99, 0x9a, 0x9d, 0x9e, 0x9f,
]);

/** Counts what looks like an accented letter in Windows-1252 and in MacRoman: a byte beside a letter of ASCII. */
class LetterWatch {
  private windows = 0;
  private mac = 0;
  /** The last two bytes: what follows the last is not known yet. */
  private before = 0;
  private last = 0;

  /** @returns whether there are more letters of MacRoman */
  get isMac(): boolean {
    this.note(this.before, this.last, 0);
    return this.mac > this.windows;
  }

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.last >= 0x80) this.note(this.before, this.last, byte);
      this.before = this.last;
      this.last = byte;
    }
  }

  private note(before: number, byte: number, after: number): void {
    if (byte < 0x80 || !(isLetter(before) || isLetter(after))) return;
    // 0xD5 is the apostrophe of MacRoman, as in "l’état".
    if (byte >= 0xc0 && byte !== 0xd5) this.windows += 1;
    if (MAC_LETTERS.has(byte)) this.mac += 1;
  }
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
}

/**
 * The encoding of a file: UTF-16 by its byte order mark, else UTF-8 if the whole file is valid, else Windows-1252 or
 * MacRoman, whichever has more accented letters within words.
 */
export async function encodingOf(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const isUtf8 = utf8Watch();
  const letters = new LetterWatch();
  let mayBeUtf8 = true;
  // The first chunks, until there are two bytes: they may be the byte order mark of UTF-16.
  let start: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    let next = chunk;
    if (start) {
      next = joined(start, chunk);
      start = next.length < 2 ? next : null;
      if (start) continue;
      const wide = wideEncodingOf(next);
      if (wide) return wide;
    }
    letters.add(next);
    mayBeUtf8 &&= isUtf8(next);
  }
  if (mayBeUtf8 && (start === null || isUtf8(start)) && isUtf8()) return "utf-8";
  return letters.isMac ? "macintosh" : "windows-1252";
}
