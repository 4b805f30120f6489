import type { Amount } from "./amounts.ts";

const YEARS = [
  String.raw`[\s-]*(?:years?[\s-]olds?|years|yrs?|yo|y\/o|jahre[n]?|jährige[nrs]?|jaar|jarige|ans)`,
  String.raw`(?:\s+(?:old|alt|oud))?(?!\p{L})`,
].join("");

/** A child's age: "8 year old", "9 ans", "8-10 jaar". */
export const CHILD_AGE = new RegExp(String.raw`\b(?:\d{1,2}\s*[-–]\s*)?(?:[3-9]|1[0-7])${YEARS}`, "giu");

const YEARS_AFTER = new RegExp(`^${YEARS}`, "iu");

/** An amount with years is an age: "from 8 years". Null if no years follow it. */
export function ageOf(text: string, { at, length, range }: Amount) {
  const [years] = YEARS_AFTER.exec(text.slice(at + length)) ?? [];
  if (years === undefined) return null;
  const age = range.max ?? range.min ?? 0;
  return { typed: text.slice(at, at + length) + years, isChild: age >= 3 && age <= 17 };
}
