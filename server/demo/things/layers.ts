/** What is worn over a shirt: sweatshirts, hoodies, jackets, whole track suits. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { pants } from "./bottoms.ts";
import { creases, inside, label, rays, ribs, waves } from "./garment.ts";
import { type Drawing, Sheet } from "./sheet.ts";
import { armholes, bodyOf, cutOf, flip, sleeves } from "./torso.ts";

/** The ribbed band at the bottom. */
function waistRib(sheet: Sheet, half: number, y: number, color: string): void {
  const band = `M${-half - 2} ${y - 4}Q0 ${y + 12} ${half + 2} ${y - 4}L${half - 10} ${y + 34}Q0 ${y + 50} ${-half + 10} ${y + 34}Z`;
  sheet.panel(band, color, 0.2);
  sheet.within(band, (inner) => {
    const lines: string[] = [];
    for (let x = -half; x < half; x += 7) lines.push(`M${x} ${y - 8}l${-x * 0.03} 60`);
    ribs(inner, lines, color);
  });
  sheet.seam(`M${-half} ${y - 3}Q0 ${y + 13} ${half} ${y - 3}`);
}

/** Bands on the sleeves, from shoulder to cuff. */
function sleeveStripes(sheet: Sheet, color: string): void {
  const one = new Sheet();
  for (const move of [0, 18])
    one.line(`M${204 - move * 0.5} ${-270 + move * 0.6}Q${292 - move} -60 ${344 - move} 212`, color, 7);
  sheet.add(one, "").add(one, "scale(-1 1)");
}

function sweat(art: ThingArt, kind: "sweatshirt" | "hoodie" | "jacket"): Sheet {
  const chance = random(art.seed);
  const cut = cutOf(art, "wide");
  const sheet = new Sheet();
  const [nx, ny] = cut.neck;
  const rib = chance() < 0.5 ? art.main : art.accent;
  const striped = kind === "jacket" && chance() < 0.55;
  if (kind === "hoodie") hood(sheet, art, nx, ny);
  else if (kind === "sweatshirt") {
    inside(sheet, `M${-nx} ${ny}Q0 ${ny - 16} ${nx} ${ny}Q0 ${ny + 60} ${-nx} ${ny}Z`, art.main);
    label(sheet, [0, ny], 36, 16, mixed(art.main, "#ffffff", 0.75));
  }
  sleeves(sheet, cut, chance, art.main, rib);
  if (striped) sleeveStripes(sheet, art.accent);
  const [hx, hy] = [cut.hem[0], cut.hem[1] - 40];
  const trunk = { ...cut, hem: [hx + 2, hy] as const };
  const body = bodyOf(trunk, kind === "sweatshirt" ? 30 : 14);
  sheet.panel(body, art.main, 0.25);
  const band = chance();
  sheet.within(body, (inner) => {
    if (!striped && band < 0.35)
      inner.piece("M-320 -130H320V-70H-320Z", art.accent).piece("M-320 -62H320v10H-320Z", art.trim);
    else if (kind === "jacket" && band < 0.7) {
      inner.piece("M-320 -400H320V-190Q0 -120 -320 -190Z", art.accent).seam("M-320 -190Q0 -120 320 -190");
    }
    rays(inner, cut.armpit, 2.5, 0.8, chance, 6);
    rays(inner, flip(cut.armpit), 0.65, 0.8, chance, 6);
    waves(inner, [-hx + 20, -40, hx - 20, hy], chance, 8, 1.15);
    creases(inner, [-150, -180, 150, hy - 30], chance, 5 + Math.round(art.wear * 10));
    for (let x = -hx + 20; x < hx; x += 46 + chance() * 22)
      inner.fold([x, hy + 10], [x + chance() * 26 - 13, hy - 50 - chance() * 70], chance() * 14 - 7, 9, 0.4);
  });
  armholes(sheet, cut);
  waistRib(sheet, hx, hy, rib);
  if (kind === "jacket") front(sheet, art, ny, hy, rib);
  else if (kind === "hoodie") pouch(sheet, art, ny);
  else {
    const collar = `M${-nx} ${ny}Q0 ${ny + 60} ${nx} ${ny}L${nx + 18} ${ny + 7}Q0 ${ny + 96} ${-nx - 18} ${ny + 7}Z`;
    sheet.panel(collar, rib, 0.5);
    sheet.within(collar, (inner) =>
      ribs(
        inner,
        Array.from({ length: 22 }, (_, at) => `M${(at - 10.5) * 6} ${ny}l${(at - 10.5) * 1.6} 70`),
        rib,
      ),
    );
    sheet.seam(`M${-nx - 18} ${ny + 7}Q0 ${ny + 96} ${nx + 18} ${ny + 7}`);
  }
  const r = 9;
  sheet.panel(`M84 -178a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, art.trim, 0.4);
  return sheet;
}

/** A zip from top to bottom, a stand-up collar, two pockets. */
function front(sheet: Sheet, art: ThingArt, ny: number, hy: number, rib: string): void {
  const collar = `M-78 ${ny + 8}Q-84 ${ny - 42} -58 ${ny - 56}Q0 ${ny - 70} 58 ${ny - 56}Q84 ${ny - 42} 78 ${ny + 8}Q0 ${ny + 44} -78 ${ny + 8}Z`;
  sheet.panel(collar, rib, 0.5);
  sheet.within(collar, (inner) => {
    inside(
      inner,
      `M-52 ${ny - 50}Q0 ${ny - 66} 52 ${ny - 50}Q40 ${ny - 14} 4 ${ny + 22}H-4Q-40 ${ny - 14} -52 ${ny - 50}Z`,
      art.main,
    );
    label(inner, [0, ny - 44], 40, 18, mixed(art.main, "#ffffff", 0.75));
  });
  sheet.seam(`M-78 ${ny + 8}Q0 ${ny + 44} 78 ${ny + 8}`);
  sheet.zip(0, ny + 24, 0, hy + 44, mixed(art.main, "#000000", 0.25), "#d6d9dc");
  for (const side of ["", "scale(-1 1)"]) {
    const pocket = new Sheet();
    pocket
      .line("M112 90L140 212", shaded(art.main, -0.5), 9, 0.7)
      .line("M113 91L139 210", "#c9ccd0", 2.4, 0.6);
    pocket.raise("M100 86l18 -4l30 128l-18 6Z", 0.4);
    sheet.add(pocket, side);
  }
}

function pouch(sheet: Sheet, art: ThingArt, ny: number): void {
  const d = "M-116 112H116L158 196V262Q0 276 -158 262V196Z";
  sheet
    .panel(d, shaded(art.main, 0.02), 0.55)
    .seam(d)
    .stitch("M-108 120H108L150 198V254Q0 268 -150 254V198Z", shaded(art.main, -0.4), 0.5);
  sheet.cord(`M-26 ${ny + 34}Q-42 ${ny + 110} -30 ${ny + 186}`, mixed(art.accent, "#ffffff", 0.2), 7);
  sheet.cord(`M26 ${ny + 34}Q46 ${ny + 100} 36 ${ny + 172}`, mixed(art.accent, "#ffffff", 0.2), 7);
}

/** A hood that lies open behind the neck. */
function hood(sheet: Sheet, art: ThingArt, nx: number, ny: number): void {
  const outer = `M${-nx - 46} ${ny + 34}Q${-nx - 70} ${ny - 60} -64 ${ny - 104}Q0 ${ny - 128} 64 ${ny - 104}Q${nx + 70} ${ny - 60} ${nx + 46} ${ny + 34}Q0 ${ny + 84} ${-nx - 46} ${ny + 34}Z`;
  sheet.panel(outer, art.main, 0.5);
  const hole = `M${-nx - 8} ${ny + 22}Q${-nx - 34} ${ny - 44} -48 ${ny - 70}Q0 ${ny - 88} 48 ${ny - 70}Q${nx + 34} ${ny - 44} ${nx + 8} ${ny + 22}Q0 ${ny + 66} ${-nx - 8} ${ny + 22}Z`;
  inside(sheet, hole, mixed(art.main, art.accent, 0.5));
  label(sheet, [0, ny - 26], 40, 20, mixed(art.main, "#ffffff", 0.75));
  sheet.stitch(hole, shaded(art.main, -0.5), 0.6);
  sheet
    .fold([-nx - 30, ny - 10], [-30, ny - 96], 10, 14, 0.4)
    .fold([nx + 30, ny - 20], [20, ny - 98], -10, 14, 0.4);
}

const HOW = {
  finish: "knit",
  round: 11,
  lift: 14,
  close: { x: 8, y: -210, near: 1.9 },
  detail: { x: -120, y: 230, near: 2.2 },
} as const;

export const sweatshirt = (art: ThingArt): Drawing => sweat(art, "sweatshirt").made(HOW);
export const hoodie = (art: ThingArt): Drawing => {
  const sheet = new Sheet().add(sweat(art, "hoodie"), "translate(0 30)");
  return sheet.made(HOW);
};
export const jacket = (art: ThingArt): Drawing => sweat(art, "jacket").made(HOW);

/** The trousers below, the jacket half over them. */
export function trackSuit(art: ThingArt): Drawing {
  const sheet = new Sheet();
  const below = new Sheet();
  const legs = pants(art);
  below.paint = legs.paint;
  below.bodies = legs.bodies;
  below.folds = legs.folds;
  below.seams = legs.seams;
  sheet.add(below, "translate(118 118) rotate(-9) scale(0.86)");
  // A dark rim below the jacket: its shadow on the trousers, which show no more where it lies.
  const trunk = bodyOf(cutOf(art, "none"), 10);
  sheet.add(new Sheet().piece(trunk, "#05070c", 0.3), "translate(-78 -118) scale(0.8)");
  const arm = "M120 -300H420V330H200Z";
  sheet.add(new Sheet().level(trunk).level(arm), "translate(-92 -132) scale(0.8)");
  sheet.add(sweat(art, "jacket"), "translate(-92 -132) scale(0.8)");
  return sheet.made({ ...HOW, close: { x: -90, y: -310, near: 2.1 }, detail: { x: 190, y: 330, near: 2.2 } });
}
