import { bare } from "./bare.ts";

/** What shops write in Dutch, German and French for values that a file gives in English, by column. */
const SPOKEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  condition: {
    New: ["neu", "nieuw", "neuf"],
    Excellent: ["hervorragend", "ausgezeichnet", "uitstekend"],
    Good: ["gut", "goed", "bon"],
    Fair: ["akzeptabel", "redelijk", "correct"],
    Poor: ["schlecht", "slecht", "mauvais"],
  },
  color: {
    Black: ["schwarz", "zwart", "noir"],
    White: ["weiß", "wit", "blanc"],
    Red: ["rot", "rood", "rouge"],
    Blue: ["blau", "blauw", "bleu"],
    Yellow: ["gelb", "geel", "jaune"],
    Green: ["grün", "gruen", "groen", "vert"],
    Orange: ["oranje"],
    Purple: ["lila", "violett", "paars", "violet"],
    Pink: ["rosa", "roze", "rose"],
    Grey: ["grau", "grijs", "gris", "gray"],
    Silver: ["silber", "zilver", "argent"],
    Gold: ["goud", "or"],
    Navy: ["marineblau", "marineblauw", "bleu marine"],
  },
  gender: {
    Men: ["herren", "heren", "homme", "hommes"],
    Women: ["damen", "dames", "femme", "femmes"],
    Boys: ["jungen", "jongens", "garçon", "garçons"],
    Girls: ["mädchen", "meisjes", "fille", "filles"],
    Unisex: ["unisexe"],
  },
};

const MEANT = new Map(
  Object.entries(SPOKEN).map(([column, values]) => [
    column,
    new Map(Object.entries(values).flatMap(([value, words]) => words.map((word) => [bare(word), value]))),
  ]),
);

/** The row with such words in English; whatever else a cell says stays as it is. */
export function inEnglish(cells: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const meant: Record<string, string> = {};
  for (const [column, words] of MEANT) {
    const cell = cells[column] ?? "";
    // A longer one is none of them, and would take long to look through.
    const value = cell.length > 40 ? undefined : words.get(bare(cell));
    if (value) meant[column] = value;
  }
  return Object.keys(meant).length === 0 ? cells : { ...cells, ...meant };
}
