import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type PossibleFact, piecesOf } from "#app/domain/categories/derive/units.ts";
import { type Field, kindOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import type { Range } from "#app/domain/search.ts";
import { ABOUT_SHARE, type Amount } from "./amounts.ts";
import { type Part, type Vocabulary, vocabularyKey } from "./parts.ts";

/** An amount of a field: "under 300 g", "weight under 300", "lighter than 300". */
export interface Measure {
  readonly at: number;
  readonly typed: string;
  readonly facts: readonly PossibleFact[];
}

/** A field's name may stand before the amount, after `from`. Null if the amount is no measure. */
export function measureOf(
  text: string,
  from: number,
  amount: Amount,
  definitions: readonly CategoryDefinition[],
): Measure | null {
  if (amount.currency) return null;
  const [number = ""] = /^[\d.,]+/.exec(text.slice(amount.number.at, amount.number.end)) ?? [];
  if (number === "") return null;
  const { end } = amount.number;
  const before = /(?:\S+\s+){0,3}$/.exec(text.slice(from, amount.at))?.[0] ?? "";
  // Before a word, a separate "in" is no inch: "under 100 in Amsterdam".
  const after =
    /^(?!\s+in\s+\p{L})\s*[^\s\d]\S*(?:\s\S+){0,2}/iu.exec(text.slice(end))?.[0].replace("+", " ") ?? "";
  const names = [...before.matchAll(/\S+/g)].map(({ index }) => before.slice(index));
  const readings = [...names, ""].map((name) => ({ name, unit: after, typesUnit: true }));
  // A price is not 1.25.
  if (/^[01][.,]\d\d$/.test(number)) readings.push({ name: "", unit: " mm", typesUnit: false });
  if (amount.unit !== undefined) readings.push({ name: "", unit: amount.unit, typesUnit: false });
  for (const { name, unit, typesUnit } of readings) {
    const [piece] = piecesOf(`${name}${number}${unit}`, definitions);
    const more = (piece?.typed.length ?? 0) - name.length - number.length;
    const range =
      amount.about === null
        ? amount.range
        : { min: amount.about * (1 - ABOUT_SHARE), max: amount.about * (1 + ABOUT_SHARE) };
    const facts = (piece?.facts ?? []).flatMap((fact) =>
      within(fact, range, Number(number.replace(",", ".")), definitions),
    );
    if (more < 0 || facts.length === 0) continue;
    const at = amount.at - name.length;
    return {
      at,
      typed: text.slice(at, Math.max(amount.at + amount.length, end + (typesUnit ? more : 0))),
      facts,
    };
  }
  return null;
}

const YEARS = [
  String.raw`[\s-]*(?:years?[\s-]olds?|years|year|yrs?|yo|y\/o|jahre[n]?|jährige[nrs]?|jaar|jarige|ans)`,
  String.raw`(?:\s+(?:old|alt|oud))?(?!\p{L})`,
].join("");

const AGE = String.raw`(?:1[0-7]|[3-9])`;
const CHILD = [
  "(?:daughter|son|kid|child|girl|boy|grandson|granddaughter|tochter|sohn|kind|mädchen|junge[n]?",
  "|dochter|zoon|meisje|jongen|kleinkind|fille|fils|enfant|garçon)",
].join("");
/** "my daughter of 7", "Tochter (7)", "aged 8", "im Alter von 9": an age without its years. */
const YEARS_LEFT_OUT = [
  String.raw`(?:(?<=(?<!\p{L})${CHILD}[\s,(:]{1,3}(?:(?:of|is|van|von|mit|de)\s)?)`,
  String.raw`|(?<!\p{L})(?:aged?|ages|leeftijd|alter(?:\svon)?|âge|âgée?\sde|jünger\sals)\s*:?\s*(?:\d{1,2}\s*[-–]\s*)?)${AGE}(?![\p{L}\d.,/"'-]|\s?[€$£])`,
].join("");

const YEARS_AFTER = new RegExp(`^${YEARS}`, "iu");

/** An amount with years is an age: "from 8 years". Null if no years follow it. */
export function ageOf(text: string, { at, length, range }: Amount) {
  const [years] = YEARS_AFTER.exec(text.slice(at + length)) ?? [];
  if (years === undefined) return null;
  const age = range.max ?? range.min ?? 0;
  return { typed: text.slice(at, at + length) + years, isChild: age >= 3 && age <= 17 };
}

/** A search looks values up in the index. Enough for the whole numbers of any field. */
const MAX_VALUES = 400;

const WHOLE = { step: 1 };

function valuesOf(field: Field, range: Range): readonly string[] {
  const values = kindOf(field).within(field, range, MAX_VALUES);
  return values.length > 0 ? values : kindOf(field).within({ ...field, ...WHOLE }, range, MAX_VALUES);
}

/** `fact` has what `number` means in the stored unit: 100 for "645 cm²". */
function within(
  fact: PossibleFact,
  { min, max }: Range,
  number: number,
  definitions: readonly CategoryDefinition[],
): PossibleFact[] {
  const field = definitions.find(({ type }) => type === fact.type)?.fields[fact.field];
  if (!field) return [];
  const factor = Number(fact.values[Math.floor(fact.values.length / 2)]) / number;
  const converted = (end: number | null) => (end === null ? null : end * factor);
  const values = valuesOf(field, { min: converted(min), max: converted(max) });
  return values.length === 0 ? [] : [{ ...fact, values }];
}

/** A child's age: "8 year old", "9 ans", "8-10 jaar", "my daughter of 7". */
export const CHILD_AGE = new RegExp(
  String.raw`\b(?:\d{1,2}\s*(?:[-–/]|à|or|ou|of|oder)\s*)?${AGE}${YEARS}|${YEARS_LEFT_OUT}`,
  "giu",
);

const SIZE = /^(?:x{0,3}[sl]|m|[23]\d|40|\d{1,2}-\d{1,2})$/i;

/** Beside gear that has them, such words are sizes: "Herren Polo L", "boys 8-10", "large shirt", "bag for 6". */
export function withSizes(parts: readonly Part[], { definitions }: Vocabulary): readonly Part[] {
  const naming = parts.filter(({ kind }) => kind === "thing" || kind === "category");
  const named = naming.length > 0 ? naming : parts.filter(({ kind }) => kind === "audience");
  const isOf = ({ kind, facts, types }: Part, type: string) =>
    kind === "audience" ? facts.flat().some((fact) => fact.type === type) : types.includes(type);
  const readings = definitions
    .filter(({ type }) => named.length > 0 && named.every((part) => isOf(part, type)))
    .flatMap(({ fields }) => Object.values(fields).flatMap((field) => readingsOf(field)));
  if (readings.length === 0) return parts;
  return parts.map((part) => {
    if (part.kind !== "words") return part;
    const facts = readings
      .flatMap((read) => read(part.typed))
      .flatMap((text) => piecesOf(text, definitions).flatMap((piece) => piece.facts));
    const types = [...new Set(facts.map(({ type }) => type))];
    return facts.length === 0 ? part : { ...part, kind: "measure", facts: [facts], types, factsOnly: true };
  });
}

/** With the name or the unit of a field whose values may stand alone: "size L", "6 rackets". */
function readingsOf(field: Field): ((typed: string) => string[])[] {
  const { bareCodes, bareNumbers, unit, searchNames: [name = ""] = [], spellings = {} } = traitsOf(field);
  if (bareNumbers) return [(typed) => (/^\d{1,2}$|^\d[.,]\d\d$/.test(typed) ? [`${typed} ${unit}`] : [])];
  if (!bareCodes) return [];
  const isSize = (typed: string) => SIZE.test(typed) || vocabularyKey(typed) in spellings;
  return [(typed) => (isSize(typed) ? [`${name} ${typed}`, `${name} ${typed}Y`] : [])];
}
