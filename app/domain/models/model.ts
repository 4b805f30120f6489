import { brandLabel } from "../categories/derive/brand.ts";

/** What the sources say about a model, by the names in its category's definition. What none of them says is absent. */
export type Specs = Readonly<Record<string, string | number | readonly number[]>>;

/** A model in one generation, as the catalogue has it (docs/decisions/0081-models.md). */
export interface Model {
  readonly id: string;
  /** The listing type. */
  readonly type: string;
  /** It never changes. */
  readonly slug: string;
  readonly brand: string;
  readonly name: string;
  /** "2023", "v8 2021"; null where it is not known, or there is only one. */
  readonly generation: string | null;
  readonly specs: Specs;
  /** It left the catalogue: listings that name it keep it, and nothing else finds it. */
  readonly retired: boolean;
}

/** What players write for a brand, or for the beginning of a model's name. */
export interface ModelAlias {
  readonly type: string;
  readonly alias: string;
  readonly brand: string;
  /** Beginnings of names; empty where the alias means the brand alone. */
  readonly names: readonly string[];
}

export function modelTitle({
  brand,
  name,
  generation,
}: Pick<Model, "brand" | "name" | "generation">): string {
  return [brandLabel(brand), name, ...(generation === null ? [] : [generation])].join(" ");
}

/** Whether a text has the form of a model's slug. */
export function isSlug(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
