/** What a column of prices says; the best proposals first. Prices of "cost" are never shown to buyers. */
export const PRICE_CLASSES = [
  "sale",
  "including",
  "selling",
  "plain",
  "start",
  "excluding",
  "list",
  "cost",
] as const;
export type PriceClass = (typeof PRICE_CLASSES)[number];

/** Why a row of a file is not for sale, or no article. */
export const OUT_REASONS = [
  "draft",
  "unpublished",
  "sold_out",
  "preorder",
  "auction",
  "ended",
  "service",
  "total",
  "note",
  "too_long",
  "currency",
  "free",
] as const;
export type OutReason = (typeof OUT_REASONS)[number];

/** The person can include rows that are left out for these reasons. */
export const INCLUDABLE: readonly OutReason[] = [
  "draft",
  "unpublished",
  "sold_out",
  "preorder",
  "auction",
  "ended",
];

/** A heading as `normalizeWord` makes it, or a pattern of such headings. */
export type Heading = string | RegExp;

/**
 * A value, as `normalizeWord` makes it, and what it says about the row. With "*" for all others, each part of a value
 * that commas divide counts.
 */
export type Verdicts = Readonly<Record<string, OutReason | "for sale" | "container" | "variant">>;

/** How files of one system are read. It is data: `layout.ts` and `translate.ts` act on it. */
export interface Profile {
  readonly key: string;
  /** As the page shows it: "Shopify". The own lists of shops have no name. */
  readonly name: string | null;
  /** Where its columns are documented. */
  readonly source: string;
  /** The profile fits a heading that has all headings of one of these lists. */
  readonly recognizedBy: readonly (readonly Heading[])[];
  /**
   * The columns of each role. Of a role that takes one column, the first that the file has. A role is the name of one of
   * COLUMNS, or what only other systems have. "group": equal in rows of one product. "kind": whether a row is a product or
   * a variant. "option_name" and "option_value" alternate. "options": "Grip=L2|Colour=Red" in one cell. "sale_from",
   * "sale_until": when a sale price applies; "on_sale": whether. "discount": what is taken off the price, in the way that "discount_mode" says. "duration": of an offer. "tracker": empty where nobody counts pieces.
   */
  readonly columns: Readonly<Partial<Record<string, readonly Heading[]>>>;
  readonly prices?: Readonly<Partial<Record<PriceClass, readonly Heading[]>>>;
  /** By role: "status", "availability", "format" and "kind". */
  readonly says?: Readonly<Partial<Record<string, Verdicts>>>;
  /** What separates pictures in a cell, besides our own "|" and line breaks. */
  readonly pictureSeparator?: RegExp;
  readonly conditions?: Readonly<Record<string, string>>;
  /** How rows of one product are told: equal `group`, rows after a parent that `kind` calls variants, or rows without a name. */
  readonly variants?: "same group" | "rows below" | "named parent" | "unnamed below";
  /** Whether pictures of all rows of a product belong to each variant. */
  readonly sharedPictures?: true;
  /** Whether the file writes line breaks as a backslash and an "n". */
  readonly escapedBreaks?: true;
  /** Whether the brand may be that of a supplier, so that a brand in the title comes first. */
  readonly looseBrand?: true;
  /** Whether a start price is a fixed price where the format, or a "duration" without end, says so. */
  readonly fixedStart?: true;
}
