import type { Fact } from "#app/features/listings/view.ts";

/** A link to a model's page. */
export interface ModelLink {
  /** For example "Wilson Blade 98 16x19 v8 2021". */
  readonly title: string;
  readonly path: string;
}

/** Several models side by side. */
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
  /** The heading of the column: the model's title, or its generation alone. */
  readonly label: string;
  /** The path of the model's page; null for the model whose page this is. */
  readonly path: string | null;
}

export interface ModelPageView extends ModelLink {
  readonly slug: string;
  readonly type: string;
  readonly brand: string;
  readonly facts: readonly Fact[];
  /** Whether two or more independent public data sets agree on the figures. */
  readonly agreed: boolean;
  /** The names of the public data sets. */
  readonly sources: readonly string[];
  /** All generations of the model, compared. Null when there is only one. */
  readonly generations: ComparisonView | null;
  /** "24 for sale", "100+ for sale"; null when none is on offer. */
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

/** The models that play most like the model of a page. */
export interface ClosestView {
  readonly models: readonly (ModelLink & {
    /** How the model differs: "6 g lighter, a little more head-light, stiffer". */
    readonly differences: string;
    readonly onOffer: boolean;
  })[];
  /** The path and query of the page that compares the model with the closest ones. */
  readonly compare: string;
}

/** A brand in the index of models. */
export interface BrandEntry {
  readonly name: string;
  readonly href: string;
  readonly models: number;
  readonly chosen: boolean;
}

/** A model's name in the index of models, with its generations. */
export interface IndexedModel {
  readonly name: string;
  readonly generations: readonly (ModelLink & {
    /** The generation, such as "v8 2021", or the name of a model without generations. */
    readonly label: string;
    readonly onOffer: boolean;
  })[];
}
