import { brandLabel } from "../categories/derive/brand.ts";

/** A model's figures, by their names in the category's definition. Figures that no source has are absent. */
export type Specs = Readonly<Record<string, string | number | readonly number[]>>;

/** One generation of a model in the catalogue (docs/decisions/0081-models.md). */
export interface Model {
  readonly id: string;
  readonly type: string;
  /** Never changes, because URLs contain it. */
  readonly slug: string;
  readonly brand: string;
  readonly name: string;
  /** "2023", "v8 2021"; null when it is not known, or when the model has only one. */
  readonly generation: string | null;
  readonly specs: Specs;
  /** The model was removed from the catalogue. Its listings keep it, but searches for a model do not find it. */
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

export function isSlug(text: string): boolean {
  return text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}
