import { type Part, PLAIN_PART } from "./parts.ts";

export function overlaps(types: readonly string[], other: readonly string[]): boolean {
  return types.some((type) => other.includes(type));
}

/** Whether gear of these types has no field for what the part says: "ladies racket", "light polo", "bag of 300 g". */
export function isUnfielded(part: Part, types: readonly string[]): boolean {
  const { kind, factsOnly } = part;
  const isOfField = kind === "audience" || ((kind === "value" || kind === "measure") && factsOnly);
  return isOfField && !hasField(part, types);
}

export function hasField({ facts, similar }: Part, types: readonly string[]): boolean {
  return [...facts.flat(), ...similar].some(({ type }) => types.includes(type));
}

/** People are asked for in titles alone: other texts tell who used an item. */
export function extraOf({ kind, typed, terms }: Part): Part {
  if (kind === "measure") return { ...PLAIN_PART, typed, kind: "unmet" };
  const isOfPeople = kind === "audience" && terms.length > 0;
  const names = isOfPeople ? terms.map((term) => `=${term}`) : terms;
  return { ...PLAIN_PART, typed, terms: names, factsOnly: isOfPeople, kind: "extra" };
}
