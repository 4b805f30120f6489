import type { Aspect, CategoryDefinition, Closeness } from "../categories/definition.ts";
import { asUnstrung } from "../categories/derive/measured.ts";
import type { Catalogue } from "./catalogue.ts";
import { specValue } from "./match.ts";
import type { Model, Specs } from "./model.ts";

/** Two models are compared only when at least this many aspects have a figure in both. */
const MIN_SHARED = 3;
/** The distance, in steps, for an aspect in which two models cannot be compared. */
const UNKNOWN_STEPS = 1;
/** The distance, in steps, between two different texts, such as string patterns. */
const CHANGE_STEPS = 1;

/** A difference of fewer steps is not mentioned: it is far smaller than what a player feels. */
const MIN_STEPS = 0.3;
/** From this number of steps, a difference has degree 2: "stiffer" instead of "a little stiffer". */
const PLAIN_STEPS = 1.25;
/** From this number of steps, a difference has degree 3: "much stiffer". */
const GREAT_STEPS = 3;

/** The first figure of an aspect that both models have; null when they have none in common. */
function sharedFigures({ by }: Aspect, specs: Specs, other: Specs) {
  for (const name of by) {
    const [from, to] = [specs[name], other[name]];
    if (from !== undefined && to !== undefined) return { name, from, to };
  }
  return null;
}

function stepsBetween(aspect: Aspect, from: Specs[string], to: Specs[string]): number {
  if (aspect.kind !== "change" && typeof from === "number" && typeof to === "number")
    return Math.abs(to - from) / aspect.step;
  return String(from) === String(to) ? 0 : CHANGE_STEPS;
}

/**
 * The distance between two models, in steps that a player feels. An unknown figure counts one step, because otherwise
 * models with missing data would seem close. Null when too few aspects can be compared, or when a figure of `same`
 * differs.
 */
export function distanceBetween(
  { same, aspects }: Pick<Closeness, "same" | "aspects">,
  specs: Specs,
  other: Specs,
): number | null {
  if (same.some((name) => specs[name] !== other[name])) return null;
  let sum = 0;
  let shared = 0;
  for (const aspect of Object.values(aspects)) {
    const figures = sharedFigures(aspect, specs, other);
    if (figures) shared += 1;
    sum += (figures ? stepsBetween(aspect, figures.from, figures.to) : UNKNOWN_STEPS) ** 2;
  }
  return shared < MIN_SHARED ? null : Math.sqrt(sum);
}

/** A difference between two models. `figure` names the figure by which they were compared. */
export type Difference = { readonly aspect: string; readonly figure: string } & (
  | { readonly kind: "amount"; readonly more: boolean; readonly by: number }
  /** `degree`: 1 is a little, 2 clearly, 3 much. */
  | { readonly kind: "degree"; readonly more: boolean; readonly degree: 1 | 2 | 3 }
  | { readonly kind: "change"; readonly from: string; readonly to: string }
);

function differenceIn(name: string, aspect: Aspect, specs: Specs, other: Specs): Difference | null {
  const figures = sharedFigures(aspect, specs, other);
  if (!figures) return null;
  const { from, to, name: figure } = figures;
  const steps = stepsBetween(aspect, from, to);
  if (steps < MIN_STEPS) return null;
  if (typeof from !== "number" || typeof to !== "number")
    return { aspect: name, figure, kind: "change", from: String(from), to: String(to) };
  const more = to > from;
  if (aspect.kind === "degree") {
    const degree = steps < PLAIN_STEPS ? 1 : steps < GREAT_STEPS ? 2 : 3;
    return { aspect: name, figure, kind: "degree", more, degree };
  }
  // Rounded, because 98.5 - 98.1 is not 0.4.
  return { aspect: name, figure, kind: "amount", more, by: Number(Math.abs(to - from).toFixed(2)) };
}

/** The differences of at least `MIN_STEPS`, in the order of the category's definition. */
export function differencesBetween(
  { aspects }: Pick<Closeness, "aspects">,
  specs: Specs,
  other: Specs,
): Difference[] {
  return Object.entries(aspects).flatMap(([name, aspect]) => differenceIn(name, aspect, specs, other) ?? []);
}

/**
 * The figures of a listing, to compare it with models: the seller's values, or else the model's. Values that the seller
 * measured with strings, and makers without, are converted.
 */
export function specsOfListing(
  definition: Pick<CategoryDefinition, "fields" | "models">,
  model: Pick<Model, "specs"> | null,
  attributes: Readonly<Record<string, unknown>>,
): Specs {
  const unstrung = asUnstrung(definition, attributes);
  const ownFigures = Object.entries(definition.models?.specs ?? {}).flatMap(([name, spec]) =>
    Object.entries(spec.fills ?? {}).flatMap(([field, how]) => {
      const value = specValue(spec, how, unstrung[field]);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return { ...model?.specs, ...Object.fromEntries(ownFigures) };
}

/** The models whose figures are closest to `specs`, the closest first. */
export function closestModels(
  { entries }: Pick<Catalogue, "entries">,
  closeness: Closeness,
  specs: Specs,
  limit: number,
  isWanted: (model: Model) => boolean = () => true,
): readonly Model[] {
  return entries
    .flatMap(({ model }) => {
      const distance = isWanted(model) ? distanceBetween(closeness, specs, model.specs) : null;
      return distance === null ? [] : [{ model, distance }];
    })
    .sort((a, b) => a.distance - b.distance || (a.model.slug < b.model.slug ? -1 : 1))
    .slice(0, limit)
    .map(({ model }) => model);
}
