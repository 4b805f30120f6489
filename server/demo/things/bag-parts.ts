/** What bags have in common: webbing, scuffs, the grips that look out. */
import { mixed, shaded } from "../colors.ts";
import type { Random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { circle, rounded } from "./round.ts";
import { between, type Place, Sheet } from "./sheet.ts";

export const BAG = {
  finish: "canvas",
  round: 26,
  lift: 40,
  close: { x: 20, y: -90, near: 1.9 },
  detail: { x: -40, y: 190, near: 2 },
} as const;

/** A strap of webbing with its two rows of stitches. */
export function webbing(sheet: Sheet, d: string, color: string, wide: number): void {
  sheet.add(new Sheet().line(d, "#05070c", wide, 0.28), "translate(7 10)");
  sheet.cord(d, color, wide, 0.8);
  sheet.paint += `<path d="${d}" fill="none" stroke="${shaded(color, color > "#8" ? -0.3 : 0.22)}" stroke-width="${wide * 0.62}" stroke-opacity="0.4"/><path d="${d}" fill="none" stroke="${color}" stroke-width="${wide * 0.52}"/>`;
}

/** A racket's grip that looks out of its compartment. */
export function grip(sheet: Sheet, [x, y]: Place, degrees: number, long: number, color: string): void {
  const one = new Sheet();
  const shaft = `M-20 0V${-long}Q-24 ${-long - 16} -25 ${-long - 22}H25Q24 ${-long - 16} 20 ${-long}V0Z`;
  one.panel(shaft, color, 0.9).swell("M-10 0h20V-400h-20Z", 0.3);
  one.within(shaft, (wrap) => {
    for (let at = 0; at < long + 20; at += 26) wrap.seam(`M-30 ${-at}L30 ${-at - 14}`, 1.8);
    wrap.piece("M6 0h20V-400h-20Z", "#05070c", 0.26).piece("M-14 0h6V-400h-6Z", "#ffffff", 0.14);
  });
  one.panel(rounded(0, -long - 26, 54, 16, 5), "#16171a", 0.9);
  sheet.add(one, `translate(${x} ${y}) rotate(${degrees})`);
}

export function scuffs(
  sheet: Sheet,
  art: ThingArt,
  chance: Random,
  [left, top, right, bottom]: readonly [number, number, number, number],
): void {
  for (let mark = Math.round(art.wear * 26); mark > 0; mark--) {
    const [x, y, long] = [between(chance, left, right), between(chance, top, bottom), between(chance, 8, 34)];
    sheet.line(
      `M${x.toFixed(0)} ${y.toFixed(0)}l${(long * (chance() - 0.5)).toFixed(0)} ${(long * (chance() - 0.5)).toFixed(0)}`,
      "#d9d4c8",
      between(chance, 0.8, 2),
      0.3,
    );
  }
}

/** Where a maker's name would be: a raised shape of the shop's own. */
export function mark(sheet: Sheet, [x, y]: Place, size: number, color: string): void {
  const r = size / 2;
  sheet.panel(circle(x, y, r), color, 0.5);
  sheet.line(
    `M${x - r * 0.85} ${y - r * 0.45}Q${x + r * 0.15} ${y} ${x - r * 0.55} ${y + r * 0.8}M${x + r * 0.7} ${y - r * 0.65}Q${x + r * 0.1} ${y} ${x + r * 0.95} ${y + r * 0.3}`,
    mixed(color, "#707070", 0.6),
    size * 0.07,
  );
}
