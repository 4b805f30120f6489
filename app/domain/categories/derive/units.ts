import { foldedInPlace } from "../../text-rules.ts";
import type { CategoryDefinition } from "../definition.ts";
import type { Reader } from "../fields/kind.ts";
import { kindOf } from "../fields/registry.ts";
import { anySpelling, plain, UNIT_SPELLINGS } from "../fields/spellings.ts";

/** A part of a search may mean that a field has one of these stored values. */
export interface PossibleFact {
  readonly type: string;
  readonly field: string;
  readonly values: readonly string[];
}

export interface Piece {
  readonly typed: string;
  readonly facts: readonly PossibleFact[];
}

/** A regular expression for the units of UNIT_SPELLINGS in a `folded` text. */
export const UNIT = String.raw`${anySpelling(
  Object.values(UNIT_SPELLINGS).flatMap((spellings) => spellings.map(([spelling]) => spelling)),
)}(?![\p{L}\p{N}])`;

interface FieldReader extends Reader {
  readonly type: string;
  readonly field: string;
}

function readersOf({ type, fields }: CategoryDefinition): FieldReader[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    kindOf(field)
      .readers(field)
      .map((reader) => ({ ...reader, type, field: name })),
  );
}

/** The readers of each category, made once. */
const readersByCategory = new WeakMap<CategoryDefinition, readonly FieldReader[]>();

function allReaders(definitions: readonly CategoryDefinition[]): FieldReader[] {
  return definitions.flatMap((definition) => {
    const readers = readersByCategory.get(definition) ?? readersOf(definition);
    readersByCategory.set(definition, readers);
    return readers;
  });
}

/** The longest measure or code at a position. Null when there is none. */
function measureAt(text: string, at: number, readers: readonly FieldReader[]) {
  let length = 0;
  let facts: PossibleFact[] = [];
  for (const { type, field, pattern, read } of readers) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || match[0].length < length) continue;
    const values = [...new Set(read(match))];
    if (values.length === 0) continue;
    if (match[0].length > length) facts = [];
    length = match[0].length;
    facts.push({ type, field, values });
  }
  return length > 0 ? { length, facts } : null;
}

/**
 * Splits a search into words, and measures or codes of categories' fields ("300g", "4 3/8", "L3", "size M"). No letter
 * is lost, and the function never throws.
 */
export function piecesOf(q: string, definitions: readonly CategoryDefinition[]): Piece[] {
  const text = plain(q);
  const simple = foldedInPlace(text);
  const readers = allReaders(definitions);
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (/[\s,;()]/.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const measure = measureAt(simple, at, readers);
    const word = /^[^\s,;()]+/.exec(text.slice(at))?.[0] ?? text.charAt(at);
    const typed = measure ? text.slice(at, at + measure.length) : word;
    pieces.push({ typed, facts: measure?.facts ?? [] });
    at += typed.length;
  }
  return pieces;
}
