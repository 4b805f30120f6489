import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { type Field, limitsFor, optionsFor } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import type { Chances } from "./chances.ts";

/**
 * For each listing type: its share of the stock, and words for the names of its listings (a product line and a noun).
 * Types that are missing here have a small share.
 */
const SOLD: Readonly<Record<string, { share: number; lines: readonly string[]; noun: string }>> = {
  racket: { share: 40, lines: [], noun: "" },
  clothes: {
    share: 20,
    lines: ["Court", "Club", "Advantage", "Melbourne", "Heat Ready", "Dri-Fit", "Core", "Essential"],
    noun: "",
  },
  string: {
    share: 13,
    lines: [
      "Alu Power",
      "RPM Blast",
      "Hyper G",
      "NXT",
      "Hurricane",
      "Tour Bite",
      "X One",
      "Lynx",
      "Velocity",
    ],
    noun: "String",
  },
  ball: {
    share: 12,
    lines: ["Championship", "Fort", "US Open", "Tour", "Team", "Stage 1", "Roland"],
    noun: "Balls",
  },
  accessory: {
    share: 8,
    lines: ["Pro", "Tour", "Dry", "Super", "Classic", "Ultra", "Custom"],
    noun: "",
  },
  bag: { share: 7, lines: ["Tour", "Team", "Pure", "Super", "Elite", "Club", "Court"], noun: "Bag" },
};
const OTHERWISE = { share: 1, lines: ["Classic", "Tour", "Club"], noun: "" };

function soldOf(definition: CategoryDefinition) {
  return SOLD[definition.type] ?? OTHERWISE;
}

/** Chooses a category at random, by its share of the stock. `share` is a random number from 0 to 1. */
export function categoryAt(share: number): CategoryDefinition {
  const all = CATEGORIES.reduce((sum, one) => sum + soldOf(one).share, 0);
  let sum = 0;
  for (const definition of CATEGORIES) {
    sum += soldOf(definition).share / all;
    if (share < sum) return definition;
  }
  return CATEGORIES[0] as CategoryDefinition;
}

function drawn(field: Field, values: Readonly<Record<string, unknown>>, chance: Chances): unknown {
  switch (field.kind) {
    case "choice":
      return chance.zipf(optionsFor(field, values)).value;
    case "several": {
      const isDrawn = (value: string) => chance.next() < 0.7 || field.always?.includes(value);
      const some = field.options.map((option) => option.value).filter(isDrawn);
      return some.length > 0 ? some : field.options.slice(0, 1).map((option) => option.value);
    }
    case "number": {
      const { min, max } = limitsFor(field, values) ?? field;
      return Number(
        (Math.ceil(min / field.step + chance.next() * ((max - min) / field.step - 1)) * field.step).toFixed(
          4,
        ),
      );
    }
    case "month":
    case "text":
      return undefined;
  }
}

/** Attributes that the category's CHECK accepts; three of four optional ones are set. */
function attributesOf(definition: CategoryDefinition, chance: Chances): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!field.required && chance.next() > 0.75) continue;
    const value = drawn(field, values, chance);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export function particularsOf(definition: CategoryDefinition, chance: Chances) {
  const { lines, noun } = soldOf(definition);
  const brand = chance.zipf(definition.brand.form.filter((one) => one !== "Other"));
  const attributes = attributesOf(definition, chance);
  const kind = noun === "" ? String(attributes.type ?? definition.type) : noun;
  return { name: `${brand} ${chance.zipf(lines)} ${kind} v${chance.between(1, 9)}`, brand, attributes };
}
