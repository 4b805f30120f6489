/** Shirts, laid flat. */
import { mixed, shaded } from "../colors.ts";
import { type Random, random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { creases, hem, inside, label, rays, waves } from "./garment.ts";
import { type Drawing, type Place, Sheet } from "./sheet.ts";
import { armholes, bodyOf, type Cut, cutOf, flip, sleeves } from "./torso.ts";

const PATTERNS = ["plain", "sides", "chest", "shoulders", "plain", "stripes", "fade"] as const;

/** Colours on the body: side panels, a band over the chest, stripes. */
function pattern(sheet: Sheet, art: ThingArt, cut: Cut, chance: Random): void {
  const chosen = PATTERNS[Math.floor(chance() * PATTERNS.length)];
  const { accent, trim } = art;
  switch (chosen) {
    case "sides":
      for (const side of [1, -1])
        sheet.add(
          new Sheet()
            .piece(
              `M${cut.armpit[0] - 42} ${cut.armpit[1] - 60}Q${cut.waist[0] - 70} 100 ${cut.hem[0] - 22} 380H300V-200Z`,
              accent,
            )
            .seam(
              `M${cut.armpit[0] - 42} ${cut.armpit[1] - 60}Q${cut.waist[0] - 70} 100 ${cut.hem[0] - 22} 380`,
            ),
          side === 1 ? "" : "scale(-1 1)",
        );
      break;
    case "chest":
      sheet.piece("M-300 -150H300V-96H-300Z", accent).piece("M-300 -88H300V-76H-300Z", trim);
      break;
    case "shoulders":
      for (const side of [1, -1])
        sheet.add(
          new Sheet()
            .piece(`M${cut.neck[0] - 12} -360L260 -330V-150Q120 -210 ${cut.neck[0] - 12} -290Z`, accent)
            .seam(`M260 -150Q120 -210 ${cut.neck[0] - 12} -290`),
          side === 1 ? "" : "scale(-1 1)",
        );
      break;
    case "stripes":
      for (let row = 0; row < 9; row++) sheet.piece(`M-300 ${-210 + row * 62}H300v14H-300Z`, accent, 0.9);
      break;
    case "fade":
      for (let row = 0; row < 26; row++)
        sheet.piece(`M-300 ${110 + row * 9}H300v${1.2 + row * 0.3}H-300Z`, accent, 0.7);
      break;
    default:
      break;
  }
}

/** A little ball sewn on the chest: the shop's own mark, nobody's. */
function badge(sheet: Sheet, [x, y]: Place, color: string): void {
  const r = 9;
  sheet.panel(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, color, 0.4);
  sheet.line(
    `M${x - r * 0.8} ${y - r * 0.5}Q${x + 1} ${y} ${x - r * 0.5} ${y + r * 0.8}`,
    mixed(color, "#808080", 0.5),
    1.4,
    0.9,
  );
}

function cloth(sheet: Sheet, cut: Cut, chance: Random, art: ThingArt): void {
  rays(sheet, cut.armpit, 2.5, 0.75, chance, 5);
  rays(sheet, flip(cut.armpit), 0.65, 0.75, chance, 5);
  waves(sheet, [-cut.waist[0] + 20, -40, cut.waist[0] - 20, cut.hem[1] + 10], chance, 7);
  creases(sheet, [-140, -200, 140, 260], chance, 5 + Math.round(art.wear * 14));
}

const SPOTS = {
  close: { x: 14, y: -205, near: 2.1 },
  detail: { x: -96, y: 250, near: 2.5 },
} as const;

export function tee(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sleeve = art.shape === "longSleeve" ? "long" : "short";
  const cut = cutOf(art, sleeve);
  const sheet = new Sheet();
  const deep = art.cut === "women" ? 40 : 28;
  const [nx, ny] = cut.neck;
  inside(sheet, `M${-nx} ${ny}Q0 ${ny - 14} ${nx} ${ny}Q0 ${ny + deep * 2} ${-nx} ${ny}Z`, art.main);
  label(sheet, [0, ny + 1], 34, 15, mixed(art.main, "#ffffff", 0.75));
  sleeves(
    sheet,
    cut,
    chance,
    chance() < 0.25 ? art.accent : art.main,
    chance() < 0.35 ? art.accent : undefined,
  );
  const body = bodyOf(cut, deep);
  sheet.panel(body, art.main, 0.25);
  sheet.within(body, (inner) => {
    pattern(inner, art, cut, chance);
    cloth(inner, cut, chance, art);
    hem(
      inner,
      `M${-cut.hem[0] - 5} ${cut.hem[1]}Q0 ${cut.hem[1] + 16} ${cut.hem[0] + 5} ${cut.hem[1]}`,
      art.main,
      "0 -13",
    );
  });
  armholes(sheet, cut);
  collarBand(sheet, cut, deep, chance() < 0.4 ? art.accent : art.main);
  badge(sheet, [cut.neck[0] + 30, -196], art.trim);
  return sheet.made({ finish: "knit", round: 7, lift: 10, ...SPOTS });
}

/** A round band along the neckline. */
function collarBand(sheet: Sheet, { neck: [nx, ny] }: Cut, deep: number, color: string): void {
  const outerDeep = deep * 2 + 26;
  const d = `M${-nx} ${ny}Q0 ${ny + deep * 2} ${nx} ${ny}L${nx + 13} ${ny + 5}Q0 ${ny + outerDeep} ${-nx - 13} ${ny + 5}Z`;
  sheet.panel(d, color, 0.5);
  const edge = `M${-nx - 13} ${ny + 5}Q0 ${ny + outerDeep} ${nx + 13} ${ny + 5}`;
  sheet.seam(edge).stitch(edge, shaded(color, -0.4), 0.5);
}

export function tank(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const cut = cutOf(art, "none");
  const sheet = new Sheet();
  const body = bodyOf(cut, 62, 1);
  const [nx, ny] = cut.neck;
  inside(
    sheet,
    `M${-nx - 16} ${ny + 4}Q0 ${ny - 4} ${nx + 16} ${ny + 4}L${cut.armpit[0] - 26} ${cut.armpit[1] - 8}Q0 ${cut.armpit[1] - 40} ${-cut.armpit[0] + 26} ${cut.armpit[1] - 8}Z`,
    art.main,
  );
  label(sheet, [0, ny + 4], 30, 14, mixed(art.main, "#ffffff", 0.75));
  sheet.panel(body, art.main, 0.25);
  sheet.within(body, (inner) => {
    pattern(inner, art, cut, chance);
    cloth(inner, cut, chance, art);
    inner.line(body, art.accent === art.main ? shaded(art.main, -0.2) : art.accent, 17);
    inner.seam(body, 1);
    hem(
      inner,
      `M${-cut.hem[0]} ${cut.hem[1]}Q0 ${cut.hem[1] + 16} ${cut.hem[0]} ${cut.hem[1]}`,
      art.main,
      "0 -13",
    );
  });
  badge(sheet, [62, -170], art.trim);
  return sheet.made({ finish: "knit", round: 7, lift: 10, ...SPOTS });
}

export function polo(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const cut = cutOf(art, "short");
  const sheet = new Sheet();
  const [nx, ny] = cut.neck;
  const striped = chance() < 0.5;
  const collar = chance() < 0.35 ? art.accent : art.main;
  inside(sheet, `M${-nx} ${ny}Q0 ${ny - 26} ${nx} ${ny}L12 ${ny + 84}L-8 ${ny + 84}Z`, art.main);
  sheet.panel(
    `M${-nx - 2} ${ny + 2}Q0 ${ny - 44} ${nx + 2} ${ny + 2}L${nx - 12} ${ny + 20}Q0 ${ny - 14} ${-nx + 12} ${ny + 20}Z`,
    shaded(collar, -0.16),
    0.4,
  );
  label(sheet, [0, ny - 2], 34, 15, mixed(art.main, "#ffffff", 0.75));
  sleeves(sheet, cut, chance, art.main, striped ? art.accent : undefined);
  const body = bodyOf(cut, 46);
  const open = `M${-nx} ${ny}L-10 ${ny + 92}L12 ${ny + 92}L${nx} ${ny}Z`;
  sheet.panel(body, art.main, 0.25);
  sheet.within(body, (inner) => {
    if (chance() < 0.6) pattern(inner, art, cut, chance);
    cloth(inner, cut, chance, art);
    hem(
      inner,
      `M${-cut.hem[0] - 5} ${cut.hem[1]}Q0 ${cut.hem[1] + 16} ${cut.hem[0] + 5} ${cut.hem[1]}`,
      art.main,
      "0 -13",
    );
  });
  inside(sheet, open, art.main);
  armholes(sheet, cut);
  // The placket, with its buttons, and the two wings of the collar over it.
  const placket = `M-17 ${ny + 62}L17 ${ny + 74}V${ny + 196}H-17Z`;
  sheet.panel(placket, art.main, 0.55).seam(placket, 1.1);
  sheet.stitch(`M-12 ${ny + 76}V${ny + 190}H12V${ny + 84}`, shaded(art.main, -0.4), 0.5);
  for (const at of [104, 142, 178]) button(sheet, [0, ny + at], mixed(art.main, "#ffffff", 0.7));
  const wing = `M${nx + 3} ${ny - 8}Q${nx + 16} ${ny + 12} ${nx + 24} ${ny + 42}L${nx - 10} ${ny + 96}Q40 ${ny + 70} 8 ${ny + 76}Q40 ${ny + 40} ${nx + 3} ${ny - 8}Z`;
  for (const side of ["", "scale(-1 1)"]) {
    const one = new Sheet().panel(wing, collar, 0.75);
    one.line(
      `M${nx + 24} ${ny + 42}L${nx - 10} ${ny + 96}Q40 ${ny + 70} 8 ${ny + 76}`,
      striped ? art.accent : shaded(collar, -0.25),
      striped ? 4 : 1.2,
      0.9,
    );
    one.line(wing, shaded(collar, -0.55), 1.3, 0.55);
    sheet.add(one, side);
  }
  badge(sheet, [92, -150], art.trim);
  return sheet.made({ finish: "knit", round: 7, lift: 10, ...SPOTS });
}

function button(sheet: Sheet, [x, y]: Place, color: string): void {
  const round = (r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  sheet.piece(round(7.4), "#05070a", 0.35).panel(round(6.4), color, 0.8);
  sheet.raise(round(3.4), -0.5);
  for (const [dx, dy] of [
    [-1.6, -1.6],
    [1.6, -1.6],
    [-1.6, 1.6],
    [1.6, 1.6],
  ] as const)
    sheet.piece(`M${x + dx - 0.8} ${y + dy - 0.8}h1.6v1.6h-1.6Z`, "#14161a", 0.8);
}
