import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type PossibleFact, piecesOf } from "#app/domain/categories/derive/units.ts";
import { comparable } from "#app/domain/text-rules.ts";
import { brandOf } from "./exclusions.ts";
import { type Part, PLAIN_PART, vocabularyKey } from "./parts.ts";
import { AFTER_A_PLACE, AND, OR } from "./words.ts";

/**
 * "Wilson or Head" is a choice among values of one field: both become one part. Names that are no values of a field are
 * a choice among words ("blade or clash"). After "or", what is no such choice is unmet, and the page says so.
 */
export function withChoices(
  parts: readonly Part[],
  definitions: readonly CategoryDefinition[],
): readonly Part[] {
  const chosen: Part[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (!part) continue;
    const word = comparable(part.typed);
    // "Köln oder Umgebung" is one place.
    const isVicinity = AFTER_A_PLACE.has(comparable(parts[at + 1]?.typed ?? ""));
    const second = OR.has(word) && !isVicinity ? afterFillers(parts, at) : null;
    const other = AND.has(word) ? parts[at + 1] : undefined;
    const isBoth = other && arePlural(chosen.at(-1), other, definitions);
    const end = isBoth
      ? mergedInto(chosen, parts, at, at + 1, definitions)
      : second && mergedInto(chosen, parts, at, second, definitions);
    // "Or" is French for gold too, but not between two others.
    const isJoint = OR.has(word) && (second !== null || isVicinity) && chosen.length > 0;
    if (!end) chosen.push(isJoint && part.kind === "value" ? fillerOf(part.typed) : part);
    else at = end - 1;
  }
  return chosen;
}

/** Whether two parts are brands, or categories: no listing is both. */
function arePlural(
  first: Part | undefined,
  second: Part,
  definitions: readonly CategoryDefinition[],
): boolean {
  if (!first) return false;
  if (first.kind === "category" || second.kind === "category") return first.kind === second.kind;
  const either = eitherOf(first, second, definitions);
  return either?.facts?.flat().every(({ field }) => field === "brand") === true;
}

/** The place of the part that a choice offers after "or a". Null where none follows. */
function afterFillers(parts: readonly Part[], or: number): number | null {
  const next = parts.findIndex(({ kind }, at) => at > or && kind !== "filler");
  return next < 0 || next > or + 3 ? null : next;
}

function fillerOf(typed: string): Part {
  return { ...PLAIN_PART, kind: "filler", typed };
}

/** "Wilson, Head or Babolat": values before a choice of the same field belong to it. */
function joinBefore(chosen: Part[], definitions: readonly CategoryDefinition[]): void {
  const [first, choice] = chosen.slice(-2);
  if (chosen.length < 2 || !first || !choice) return;
  const either = eitherOf(first, choice, definitions);
  if (!either) return;
  chosen.splice(-2, 2, { ...PLAIN_PART, ...either, typed: typedOf([first, choice]) });
  joinBefore(chosen, definitions);
}

function typedOf(parts: readonly Part[]): string {
  return parts.map(({ typed }) => typed).join(" ");
}

/**
 * Makes a choice of the part at `second` and one before it, which is beside "or", or before a category: "wilson racket or
 * head". Returns the place after the choice; null where there is no choice.
 */
function mergedInto(
  chosen: Part[],
  parts: readonly Part[],
  or: number,
  second: number,
  definitions: readonly CategoryDefinition[],
): number | null {
  const after = parts[second];
  const before = chosen.at(-1);
  if (!after || !before) return null;
  for (let first = chosen.length - 1; first >= 0; first--) {
    const part = chosen[first];
    const either = part && eitherOf(part, after, definitions);
    if (either) {
      const rest = typedOf(parts.slice(or, second + 1));
      const isBeside = first === chosen.length - 1;
      const typed = isBeside ? `${part.typed} ${rest}` : part.typed;
      chosen[first] = { ...PLAIN_PART, ...either, typed };
      if (isBeside) joinBefore(chosen, definitions);
      else chosen.push(fillerOf(rest));
      return second + 1;
    }
    if (part?.kind !== "category" && part?.kind !== "filler") break;
  }
  const names = namesOf(chosen, parts, or);
  if (names) {
    const { taken = 1, ...meaning } = names;
    const typed = typedOf([before, ...parts.slice(or, or + 1 + taken)]);
    chosen[chosen.length - 1] = { ...PLAIN_PART, ...meaning, typed };
    return or + 1 + taken;
  }
  if (!isName(before) || !isName(after) || AMBIGUOUS.has(comparable(parts[or]?.typed ?? ""))) return null;
  const end = parts.findIndex((each, at) => at >= second && !isName(each));
  const left = parts.slice(or, end < 0 ? parts.length : end);
  chosen.push({ ...PLAIN_PART, kind: "unmet", typed: typedOf(left) });
  return or + left.length;
}

/** "Of" is also a preposition, and a slash joins what belongs together. */
const AMBIGUOUS: ReadonlySet<string> = new Set(["of", "/"]);

type Either = Partial<Part> & { readonly taken?: number };

function isName({ kind, terms }: Part): boolean {
  return kind === "words" && terms.length === 0;
}

/** A part that either of two meets; null where they are no values of one field. */
function eitherOf(first: Part, second: Part, definitions: readonly CategoryDefinition[]): Either | null {
  if (first.kind === "category" && second.kind === "category")
    return { kind: "category", types: [...new Set([...first.types, ...second.types])] };
  const [ones, others] = [factsOf(first, second, definitions), factsOf(second, first, definitions)];
  const facts = ones.flatMap((fact) => {
    const other = others.find(({ type, field }) => type === fact.type && field === fact.field);
    return other ? [{ ...fact, values: [...new Set([...fact.values, ...other.values])] }] : [];
  });
  if (facts.length === 0) return null;
  const isOfBrands = facts.every(({ field }) => field === "brand");
  const kind = first.kind === second.kind && first.kind !== "words" ? first.kind : "value";
  return {
    kind: kind === "thing" || kind === "audience" ? kind : "value",
    facts: [facts],
    similar: [...first.similar, ...second.similar],
    types: isOfBrands ? [] : [...new Set(facts.map(({ type }) => type))],
    factsOnly: true,
  };
}

/** The facts of a part beside another; "3" is a grip beside "grip 2", and "300" a weight beside "305 g". */
function factsOf(
  part: Part,
  beside: Part,
  definitions: readonly CategoryDefinition[],
): readonly PossibleFact[] {
  const [facts = [], ...more] = part.facts;
  if (more.length > 0) return [];
  const brand = part.kind === "words" ? brandOf(part.typed) : undefined;
  if (brand !== undefined) return definitions.map(({ type }) => ({ type, field: "brand", values: [brand] }));
  if (facts.length > 0) return facts;
  if (beside.kind !== "measure") return [];
  const [, before = "", after = ""] = /^(.*?)[\d.,/]*\d(.*)$/u.exec(beside.typed) ?? [];
  const [piece, ...rest] = piecesOf(`${before}${part.typed}${after}`, definitions);
  return rest.length === 0 ? (piece?.facts ?? []) : [];
}

/** "blade or clash", and "pure drive or pure aero", whose first words are the same. */
function namesOf(before: readonly Part[], parts: readonly Part[], or: number): Either | null {
  const [first, second] = [before.at(-1), parts[or + 1]];
  const third = parts[or + 2];
  if (!first || !second || !isName(first) || !isName(second)) return null;
  const either = (left: Part, right: Part, taken: number): Either | null => {
    const terms = [left, right].map(({ typed }) => vocabularyKey(typed));
    const next = parts[or + 1 + taken];
    const isWord = terms.every((term) => /^\p{L}+$/u.test(term)) && !(next && isName(next));
    return isWord && terms.every((term) => brandOf(term) === undefined)
      ? { kind: "words", terms, taken }
      : null;
  };
  const isSame =
    before.at(-2)?.kind === "words" &&
    vocabularyKey(before.at(-2)?.typed ?? "") === vocabularyKey(second.typed);
  if (isSame && third && isName(third)) return either(first, third, 2);
  return before.at(-2) && isName(before.at(-2) ?? first) && brandOf(before.at(-2)?.typed ?? "") === undefined
    ? null
    : either(first, second, 1);
}
