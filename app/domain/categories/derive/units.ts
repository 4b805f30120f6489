import { folded } from "../../folded.ts";
import type { CategoryDefinition } from "../definition.ts";
import type { ChoiceField, Field, NumberField } from "../field-kinds.ts";

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

/** Each spelling has the factor that converts it to the stored unit. A unit that is missing here has one spelling. */
const UNIT_SPELLINGS: Readonly<Record<string, readonly (readonly [spelling: string, factor: number])[]>> = {
  g: [
    ...["g", "gr", "gram", "grams", "gramm", "gramme", "grammes"].map((unit) => [unit, 1] as const),
    ...["oz", "ounce", "ounces"].map((unit) => [unit, 28.3495] as const),
  ],
  "sq in": [
    ...["sq in", "sqin", "sq. in.", "sq.in", "in2", "in", "inch", "inches", '"'].map(
      (unit) => [unit, 1] as const,
    ),
    ...["sq inch", "sq inches", "square inch", "square inches"].map((unit) => [unit, 1] as const),
    // A head size is often typed without its unit: "98 head".
    ...["inch head", "in head", "inch head size", "square inch head", "head", "head size", "headsize"].map(
      (unit) => [unit, 1] as const,
    ),
    ...["cm2", "sq cm", "qcm"].map((unit) => [unit, 1 / 6.4516] as const),
  ],
  mm: ["mm", "millimeter", "millimetre"].map((unit) => [unit, 1]),
  m: ["m", "meter", "meters", "metre", "metres", "mtr"].map((unit) => [unit, 1]),
  lbs: ["lbs", "lb", "pounds", "pound"].map((unit) => [unit, 1]),
  "kg·cm²": ["kg·cm2", "kgcm2", "kg cm2", "kg*cm2"].map((unit) => [unit, 1]),
};

function sameUnits(unit: string): string[] {
  const spellings = UNIT_SPELLINGS[unit] ?? [];
  return [unit, ...spellings.filter(([, factor]) => factor === 1).map(([spelling]) => spelling)];
}

const measures = new Map<string, RegExp>();

/** Removes the unit from a measure: "300 g" and "300gr" become "300". Other text is returned unchanged. */
export function withoutUnit({ unit }: NumberField, text: string): string {
  if (!unit || /^[\d.,]*$/.test(text)) return text;
  const written =
    measures.get(unit) ?? new RegExp(String.raw`^(-?[\d.,]+)\s*${anyOf(sameUnits(unit))}$`, "u");
  measures.set(unit, written);
  return written.exec(folded(plain(text)))?.[1] ?? text;
}

const NUMBER = String.raw`(\d{1,4}(?:[.,]\d{1,2})?)`;
/** Between a field's name and its value: "grip 3", "grip: 3", "grip=3". */
const SAYS = String.raw`\s*[:=]?\s*`;

const FRACTIONS: Readonly<Record<string, string>> = {
  "⅛": " 1/8",
  "¼": " 1/4",
  "⅜": " 3/8",
  "½": " 1/2",
  "⅝": " 5/8",
  "¾": " 3/4",
  "⅞": " 7/8",
};

/** NFC joins a letter and its accent, so that each character keeps its position when the text is `folded`. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[⅛¼⅜½⅝¾⅞]/g, (sign) => FRACTIONS[sign] ?? sign)
    .replace(/×/g, "x")
    .replace(/²/g, "2")
    .replace(/[″”“]/g, '"')
    .replace(/⁄/g, "/")
    .replace(/\s+/g, " ")
    .trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, String.raw`[\s-]*`);
}

function anyOf(spellings: readonly string[]): string {
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return `(?:${longestFirst.map((spelling) => escaped(folded(plain(spelling)))).join("|")})`;
}

/** A regular expression for the units of UNIT_SPELLINGS in a `folded` text. */
export const UNIT = String.raw`${anyOf(
  Object.values(UNIT_SPELLINGS).flatMap((spellings) => spellings.map(([spelling]) => spelling)),
)}(?![\p{L}\p{N}])`;

interface Reader {
  readonly type: string;
  readonly field: string;
  readonly pattern: RegExp;
  /** The values that the match means; empty when the field has no such value. */
  readonly read: (found: RegExpExecArray) => readonly string[];
}

// A measure ends at the end of a word: "300g" but not "300gb".
const END = String.raw`(?![\p{L}\p{N}_/+]|[.,]\d)`;

function pattern(source: string): RegExp {
  return new RegExp(source + END, "uy");
}

/** The values that the field allows and that differ from `value` by at most `slack`. */
function valuesNear(field: NumberField, value: number, slack: number): string[] {
  const { min, max, step } = field;
  const first = Math.ceil((value - slack) / step - 1e-6);
  const last = Math.floor((value + slack) / step + 1e-6);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toFixed(6)),
  )
    .filter((near) => near >= min && near <= max)
    .map(String);
}

function numberReaders(type: string, name: string, field: NumberField): Reader[] {
  const known = field.unit ? (UNIT_SPELLINGS[field.unit] ?? [[field.unit, 1] as const]) : [];
  const spellings = [...known, ...(field.units ?? []).map((unit) => [unit, 1] as const)];
  const names = field.searchNames && anyOf(field.searchNames);
  // In "300 g weight 310" the name belongs to the second number.
  const nameAfter = String.raw`\s+${names}(?!${SAYS}\d)`;
  const readers: Reader[] = [];
  for (const factor of new Set(spellings.map(([, factor]) => factor))) {
    const units = anyOf(spellings.filter(([, each]) => each === factor).map(([unit]) => unit));
    readers.push({
      type,
      field: name,
      pattern: pattern(
        names ? `(?:${names}${SAYS})?${NUMBER}\\s*${units}(?:${nameAfter})?` : `${NUMBER}\\s*${units}`,
      ),
      // People round converted values differently, so a converted value may differ by 0.6 of the field's unit.
      read: ([, amount = ""]) => valuesNear(field, toNumber(amount) * factor, factor === 1 ? 0 : 0.6),
    });
  }
  if (names) {
    for (const source of [`${names}${SAYS}${NUMBER}`, `${NUMBER}${nameAfter}`])
      readers.push({
        type,
        field: name,
        pattern: pattern(source),
        read: ([, amount = ""]) => valuesNear(field, toNumber(amount), 0),
      });
  }
  return readers;
}

function toNumber(text: string): number {
  return Number(text.replace(",", "."));
}

/** Other spellings of an option's text: "L3" and "4 3/8" for "L3 · 4 3/8", and "M" for "M (8-10)". */
function partsOf(text: string): string[] {
  return [...text.split(" · "), text.replace(/ \(.*\)$/, "")].filter((part) => part !== text);
}

function choiceReaders(type: string, name: string, field: ChoiceField): Reader[] {
  const valuesBy = new Map<string, string[]>();
  const codes = new Set<string>();
  const readers: Reader[] = [];
  const names = field.searchNames && anyOf(field.searchNames);
  const units = field.units ? String.raw`(?:\s*${anyOf(field.units)})?` : "";
  const after = units + (names ? String.raw`(?:\s*${names})?` : "");
  for (const { value, name: label = value } of field.options) {
    for (const spelling of new Set([value, label, ...partsOf(label)])) {
      const key = folded(plain(spelling)).replace(/[\s-]/g, "");
      valuesBy.set(key, [...(valuesBy.get(key) ?? []), value]);
      // A code such as "L3" or "4 3/8" is clear without the field's name; a single number or letter is not.
      if (label.includes(" · ") && /^(?:\p{L}\d+|\d+ \d+\/\d+)$/u.test(spelling)) codes.add(spelling);
    }
    const [, mains, crosses] = /^(\d+)x(\d+)$/.exec(value) ?? [];
    if (mains && crosses) {
      const source = String.raw`${mains}\s*[x*/]\s*${crosses}${after}`;
      readers.push({ type, field: name, pattern: pattern(source), read: () => [value] });
    }
  }
  const read = ([, spelling = ""]: RegExpExecArray) => valuesBy.get(spelling.replace(/[\s-]/g, "")) ?? [];
  if (codes.size > 0) {
    const source = `(${anyOf([...codes])})${END}${after}`;
    readers.push({ type, field: name, pattern: pattern(source), read });
  }
  if (names) {
    const all = field.options.flatMap(({ value, name: label = value }) => [value, label, ...partsOf(label)]);
    readers.push({ type, field: name, pattern: pattern(`${names}${SAYS}(${anyOf(all)})${units}`), read });
  }
  return readers;
}

function readersOf({ type, fields }: CategoryDefinition): Reader[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    if (field.kind === "number") return numberReaders(type, name, field);
    return field.kind === "choice" ? choiceReaders(type, name, field) : [];
  });
}

const known = new WeakMap<CategoryDefinition, readonly Reader[]>();

function allReaders(definitions: readonly CategoryDefinition[]): Reader[] {
  return definitions.flatMap((definition) => {
    const readers = known.get(definition) ?? readersOf(definition);
    known.set(definition, readers);
    return readers;
  });
}

/** The longest measure or code at a position. Null when there is none. */
function measureAt(text: string, at: number, readers: readonly Reader[]) {
  let length = 0;
  let facts: PossibleFact[] = [];
  for (const { type, field, pattern, read } of readers) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found || found[0].length < length) continue;
    const values = [...new Set(read(found))];
    if (values.length === 0) continue;
    if (found[0].length > length) facts = [];
    length = found[0].length;
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
  const simple = folded(text);
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
