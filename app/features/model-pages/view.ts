import type { Model } from "#app/domain/models/model.ts";
import type { Fact } from "#app/features/listings/view.ts";

export interface ModelLink {
  /** "Wilson Blade 98 16x19 v8 2021". */
  readonly title: string;
  readonly path: string;
}

export interface ComparisonView {
  readonly columns: readonly ComparedModel[];
  readonly rows: readonly {
    readonly label: string;
    /** In the order of the columns. */
    readonly values: readonly string[];
    readonly differs: boolean;
  }[];
}

export interface ComparedModel {
  readonly slug: string;
  /** The model's title, or its generation alone. */
  readonly label: string;
  /** Null for the model whose page this is. */
  readonly path: string | null;
}

export interface ModelPageView extends ModelLink {
  readonly slug: string;
  readonly type: string;
  readonly brand: string;
  readonly facts: readonly Fact[];
  /** Whether two or more independent public data sets agree on the figures. */
  readonly agreed: boolean;
  readonly sources: readonly string[];
  /** Null when there is only one. */
  readonly generations: ComparisonView | null;
  /** "24 for sale"; null when none is on offer. */
  readonly offered: string | null;
  readonly links: {
    readonly category: string;
    readonly brand: string;
    /** A search with the words of the model. It also finds listings that are linked to no model. */
    readonly search: string;
    /** The page that saves a search for listings of the model. */
    readonly notify: string;
    readonly compare: string;
    readonly sell: string;
  };
}

export interface ClosestView {
  readonly models: readonly (ModelLink & {
    /** "6 g lighter, a little more head-light, stiffer". */
    readonly differences: string;
    readonly onOffer: boolean;
  })[];
  readonly compare: string;
}

export interface BrandEntry {
  readonly name: string;
  readonly href: string;
  readonly models: number;
  readonly chosen: boolean;
}

export interface IndexedModel {
  readonly name: string;
  readonly generations: readonly (ModelLink & {
    /** "v8 2021"; the name of a model without generations. */
    readonly label: string;
    readonly onOffer: boolean;
  })[];
}

/**
 * The words that most titles of a model's listings contain. A title with a version, such as "v8", seldom has the year
 * too.
 */
export function modelQuery({ brand, name, generation }: Pick<Model, "brand" | "name" | "generation">) {
  const version = generation?.split(" ").find((word) => !/^\d{4}$/.test(word)) ?? generation;
  return [brand, name, ...(version === null ? [] : [version])].join(" ");
}

export const MAX_COMPARED = 4;
