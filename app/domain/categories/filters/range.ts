import type { Range, Search } from "../../search.ts";
import type { Limits } from "../fields/kind.ts";
import { type Field, kindOf, traitsOf } from "../fields/registry.ts";
import {
  endsText,
  type FilterKind,
  isOpen,
  rangeParams,
  readEnds,
  readNumber,
  USUAL,
  writeEnds,
} from "./kind.ts";

export interface RangeOfField {
  readonly by: "range";
  readonly field: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The ends of the slider. Chosen values can change them: a junior racket weighs less than the usual minimum. */
export function sliderLimits(usual: Limits, field: Field, choices: Search["choices"]): Limits {
  // A field narrows others only when a single value of it is chosen.
  const decided = Object.entries(choices).flatMap(([name, values]) =>
    values.length === 1 ? [[name, values[0]]] : [],
  );
  return kindOf(field).limits(field, Object.fromEntries(decided), usual) ?? usual;
}

/** A patch of a search; nothing when both ends are open. */
export function rangePatch(name: string, range: Range): Partial<Search> {
  return isOpen(range) ? {} : { ranges: { [name]: range } };
}

/** What filters by number and by month share. */
export const RANGE_OF_FIELD: Omit<FilterKind<{ readonly field: string }>, "ofAll" | "read" | "view"> = {
  ...USUAL,
  named: "chip",
  name: ({ field }) => field,
  params: ({ field }) => Object.values(rangeParams(field)),
  write: ({ ranges }, params) => {
    for (const [name, ends] of Object.entries(ranges)) writeEnds(params, name, ends);
  },
  chosen: ({ field }, { ranges }) => (ranges[field] ? [field] : []),
  without({ field }, search) {
    const { [field]: _, ...ranges } = search.ranges;
    return { ...search, ranges };
  },
  choose({ field: name }, values, { fields }) {
    const { min = 0, max = 0 } = traitsOf(fields[name]);
    const numbers = values.map(Number);
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    return {
      ranges: { [name]: { min: lowest > min ? lowest : null, max: highest < max ? highest : null } },
    };
  },
  text({ field: name }, _, { ranges }, { definition, texts }) {
    const field = definition.fields[name];
    const ends = ranges[name] ?? { min: null, max: null };
    return endsText(ends, texts, (value) =>
      field ? kindOf(field).text(field, value, texts) : String(value),
    );
  },
};

export const byRange: FilterKind<RangeOfField> = {
  ...RANGE_OF_FIELD,
  read: ({ field }, params) =>
    rangePatch(
      field,
      readEnds(params, field, (text) => readNumber(text, 0, 1_000_000)),
    ),
  view(filter, search, { definition, measuredLabel, texts }) {
    const field = definition.fields[filter.field];
    if (!field) return null;
    const { unit } = traitsOf(field);
    const ends = search.ranges[filter.field];
    return {
      kind: "range",
      name: filter.field,
      label: measuredLabel(filter.field),
      as: "slider",
      ...sliderLimits({ min: filter.min, max: filter.max }, field, search.choices),
      step: filter.step,
      unit: unit === undefined ? null : texts.unit(unit),
      unitOfOne: unit === undefined ? null : texts.unitOfOne(unit),
      from: ends?.min ?? null,
      to: ends?.max ?? null,
      written: null,
      isFaulty: false,
      isTyped: false,
    };
  },
};
