/** In inches. */
const GRIPS = ["4", "4 1/8", "4 1/4", "4 3/8", "4 1/2", "4 5/8"] as const;
const JUNIOR_GRIPS = ["4", "4 1/8", "4 1/4"] as const;
// The clothes sizes that a person can save. Listings of clothes have the same sizes.
export const TOP_SIZES = ["XS", "S", "M", "L", "XL", "XXL"] as const;
export const MENS_PANTS_SIZES = ["28", "30", "32", "34", "36", "38", "40"] as const;
export const WOMENS_SIZES = [
  "XXS (00)",
  "XS (0-2)",
  "S (4-6)",
  "M (8-10)",
  "L (12-14)",
  "XL (16-18)",
] as const;
export const JUNIOR_SIZES = ["4-6Y", "6-8Y", "8-10Y", "10-12Y", "12-14Y", "14-16Y"] as const;
/** From 36 to 47 in half sizes. */
const SHOES = Array.from({ length: 23 }, (_, step) => String(36 + step / 2));

export type Preference = "racket_sizes" | "clothes_sizes" | "shoe_sizes";

export interface SizeChoice {
  /** Unique within its preference. */
  readonly value: string;
  /** The same in every language, except for the decimal sign of half sizes. */
  readonly name: string;
}

export interface SizeGroup {
  readonly key: "grips" | "junior_grips" | "tops" | "mens_pants" | "womens" | "junior" | "shoes";
  readonly preference: Preference;
  readonly choices: readonly SizeChoice[];
}

const plain = (sizes: readonly string[]): SizeChoice[] => sizes.map((size) => ({ value: size, name: size }));

/** The lists of the sizes dialog, in order. */
export const SIZE_GROUPS: readonly SizeGroup[] = [
  { key: "grips", preference: "racket_sizes", choices: plain(GRIPS) },
  {
    key: "junior_grips",
    preference: "racket_sizes",
    choices: JUNIOR_GRIPS.map((size) => ({ value: `Junior ${size}`, name: size })),
  },
  { key: "tops", preference: "clothes_sizes", choices: plain(TOP_SIZES) },
  { key: "mens_pants", preference: "clothes_sizes", choices: plain(MENS_PANTS_SIZES) },
  { key: "womens", preference: "clothes_sizes", choices: plain(WOMENS_SIZES) },
  { key: "junior", preference: "clothes_sizes", choices: plain(JUNIOR_SIZES) },
  { key: "shoes", preference: "shoe_sizes", choices: plain(SHOES) },
];

export const PREFERENCES = ["racket_sizes", "clothes_sizes", "shoe_sizes"] as const satisfies Preference[];

export type Sizes = Readonly<Record<Preference, readonly string[]>>;

export function sizesFrom(read: (preference: Preference) => string[]): Record<Preference, string[]> {
  return {
    racket_sizes: read("racket_sizes"),
    clothes_sizes: read("clothes_sizes"),
    shoe_sizes: read("shoe_sizes"),
  };
}

export const NO_SIZES: Sizes = sizesFrom(() => []);

export function sizesOf(preference: Preference): string[] {
  return SIZE_GROUPS.filter((group) => group.preference === preference).flatMap(({ choices }) =>
    choices.map(({ value }) => value),
  );
}

export function knownSizes(preference: Preference, values: readonly unknown[]): string[] {
  return sizesOf(preference).filter((size) => values.includes(size));
}

/** Whether racket or clothes sizes are saved. If not, the size prompt asks for them. */
export function hasSizes({ racket_sizes, clothes_sizes }: Sizes): boolean {
  return racket_sizes.length > 0 || clothes_sizes.length > 0;
}

/** "clothes_sizes" -> "clothesSizes", the key in the browser's storage. */
export function browserKey(preference: Preference): string {
  return preference.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
