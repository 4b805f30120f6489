import type { Narrowing } from "./fields/kind.ts";
import { MENS_PANTS_SIZES, TOP_SIZES, WOMENS_SIZES } from "./sizes.ts";

// Sizes of other systems, as labels have them, with the sizes that the shop has for the same clothes.

type Sizes = Readonly<Record<string, string>>;

/** Of numbers that are `more` than the American ones in "S (4-6)", with and without the names of their system. */
function womens(more: number, names: readonly string[]): Sizes {
  return Object.fromEntries(
    WOMENS_SIZES.flatMap((size) => {
      const [from = "0", to = from] = size.match(/\d+/g) ?? [];
      if (size.startsWith("XXS")) return [];
      return [Number(from), Number(to)].flatMap((number) =>
        names.map((name) => [`${name}${number + more}`, size]),
      );
    }),
  );
}

const WOMENS: Sizes = {
  ...womens(0, ["us ", "us"]),
  ...womens(4, ["uk ", "uk"]),
  ...womens(30, ["", "eu ", "eu", "de ", "de", "nl ", "d ", "d"]),
  ...womens(32, ["fr ", "fr", "f ", "f", "be ", "es "]),
};

/** S to XXL begin at the waists of 30 to 38 inches; European numbers are 16 more than inches. */
const MENS_PANTS: Sizes = Object.fromEntries(
  MENS_PANTS_SIZES.flatMap((inches, n) =>
    [
      TOP_SIZES[n]?.toLowerCase() ?? "",
      `w${inches}`,
      `${inches}"`,
      `${Number(inches) + 16}`,
      `eu ${Number(inches) + 16}`,
    ].map((text) => [text, inches]),
  ),
);

/** The heights in cm that labels have, by the ages for which they are usual. */
const HEIGHTS: Readonly<Record<string, readonly number[]>> = {
  "4-6Y": [110, 116],
  "6-8Y": [122, 128],
  "8-10Y": [134, 140],
  "10-12Y": [146, 152],
  "12-14Y": [158, 164],
  "14-16Y": [170, 176],
};
const YEARS = ["", " y", "y", " years", " jahre", " j.", " jaar", " jr", " ans", "a", " anni"];

const CHILDREN: Sizes = Object.fromEntries(
  Object.entries(HEIGHTS).flatMap(([size, [small = 0, tall = 0]]) => {
    const [from = 0, to = 0] = (size.match(/\d+/g) ?? []).map(Number);
    const heights = [small, tall, `${small}/${tall}`, `${small}-${tall}`].flatMap((height) => [
      `${height}`,
      `${height} cm`,
      `${height}cm`,
    ]);
    const ages = [to - 1, to, `${from}-${to}`, `${to - 1}-${to}`, `${from}/${to}`].flatMap((age) =>
      YEARS.map((years) => `${age}${years}`),
    );
    return [...heights, ...ages].map((text) => [text, size]);
  }),
);

const SOCKS: Sizes = Object.fromEntries(
  Object.entries({
    S: "34-38|35-38|36-38|36-40",
    M: "38-42|39-42|38-41|39-41",
    L: "42-46|43-46|42-45|42-44",
    XL: "46-50|47-50|46-48",
  }).flatMap(([size, texts]) =>
    texts.split("|").flatMap((text) => [text, text.replace("-", "/")].map((each) => [each, size])),
  ),
);

/** Letters of children's clothes and numbers of tops mean different sizes for each maker, so they mean none here. */
export const SIZES_ELSEWHERE: readonly Narrowing<ReadonlyMap<string, string>>[] = [
  { when: { type: ["Socks"] }, to: new Map(Object.entries(SOCKS)) },
  { when: { gender: ["Boys", "Girls"] }, to: new Map(Object.entries(CHILDREN)) },
  { when: { gender: ["Men"], type: ["Pants", "Shorts"] }, to: new Map(Object.entries(MENS_PANTS)) },
  {
    when: { gender: ["Women"], type: ["Pants", "Shorts", "Leggings", "Skirt", "Dress"] },
    to: new Map(Object.entries(WOMENS)),
  },
];
