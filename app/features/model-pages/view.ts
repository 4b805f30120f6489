import type { Fact } from "#app/features/listings/view.ts";

/** A link to a model's page. */
export interface ModelLink {
  /** "Wilson Blade 98 16x19 v8 2021" */
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
  /** What the column is called: the title, or the generation alone. */
  readonly label: string;
  /** Null for the model of the page itself. */
  readonly path: string | null;
}

export interface ModelPageView extends ModelLink {
  readonly slug: string;
  readonly type: string;
  readonly brand: string;
  readonly facts: readonly Fact[];
  /** Whether two or more independent sources agree. */
  readonly agreed: boolean;
  /** The names of the public data sets. */
  readonly sources: readonly string[];
  /** Null where there is one generation. */
  readonly generations: ComparisonView | null;
  /** "24 on offer", "100+ on offer"; null where none is. */
  readonly offered: string | null;
  readonly links: {
    readonly category: string;
    readonly brand: string;
    /** A search with its words, which finds listings that name no model too. */
    readonly search: string;
    /** The page that saves a search for its listings. */
    readonly notify: string;
    readonly compare: string;
    readonly sell: string;
  };
}

/** The models that play most alike. */
export interface ClosestView {
  readonly models: readonly (ModelLink & {
    /** "6 g lighter, a little more head-light, stiffer" */
    readonly differences: string;
    readonly onOffer: boolean;
  })[];
  /** The page that compares the closest of them. */
  readonly compare: string;
}

/** A brand in the index of models. */
export interface BrandEntry {
  readonly name: string;
  readonly href: string;
  readonly models: number;
  readonly chosen: boolean;
}

/** A name in the index, with its generations. */
export interface IndexedModel {
  readonly name: string;
  readonly generations: readonly (ModelLink & {
    /** "v8 2021", or the name where there is no generation. */
    readonly label: string;
    readonly onOffer: boolean;
  })[];
}
