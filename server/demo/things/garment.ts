/** Parts that all clothes share: folds, hems, cuffs, collars, stripes. */
import { mixed, shaded } from "../colors.ts";
import type { Random } from "../random.ts";
import { between, type Place, type Sheet } from "./sheet.ts";

/** Folds that run out from where cloth is held: an armpit, a waist. */
export function rays(
  sheet: Sheet,
  from: Place,
  towards: number,
  spread: number,
  chance: Random,
  count = 5,
): void {
  for (let ray = 0; ray < count; ray++) {
    const angle = towards + spread * ((ray + 0.5) / count - 0.5) * 2 + between(chance, -0.12, 0.12);
    const [start, long] = [between(chance, 8, 30), between(chance, 110, 260)];
    const at = (far: number): Place => [from[0] + Math.cos(angle) * far, from[1] + Math.sin(angle) * far];
    const high = (ray % 2 === 0 ? 1 : -1) * between(chance, 0.25, 0.55);
    sheet.fold(at(start), at(start + long), between(chance, -22, 22), between(chance, 10, 18), high);
  }
}

/** Long soft waves of cloth that lies loosely, in a box. */
export function waves(
  sheet: Sheet,
  [left, top, right, bottom]: readonly [number, number, number, number],
  chance: Random,
  count: number,
  strength = 1,
): void {
  for (let swell = 0; swell < 5; swell++) {
    const [x, y] = [between(chance, left, right), between(chance, top - 120, bottom)];
    const [rx, ry] = [between(chance, 30, 70), between(chance, 60, 150)];
    const high = (swell % 2 === 0 ? 1 : -1) * between(chance, 0.1, 0.22) * strength;
    sheet.swell(`M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`, high);
  }
  for (let wave = 0; wave < count; wave++) {
    const x = left + ((right - left) * (wave + between(chance, 0.1, 0.9))) / count;
    const [from, to] = [between(chance, 0, 0.45), between(chance, 0.6, 1)];
    const high = (wave % 2 === 0 ? 1 : -1) * between(chance, 0.3, 0.65) * strength;
    const [y1, y2] = [top + (bottom - top) * from, top + (bottom - top) * to];
    const lean = between(chance, -34, 34);
    sheet.fold([x, y1], [x + lean, y2], between(chance, -30, 30), between(chance, 16, 34), high);
  }
}

/** Short creases from having lain folded. */
export function creases(
  sheet: Sheet,
  [left, top, right, bottom]: readonly [number, number, number, number],
  chance: Random,
  count: number,
): void {
  for (let crease = 0; crease < count; crease++) {
    const [x, y] = [between(chance, left, right), between(chance, top, bottom)];
    const [angle, long] = [between(chance, 0, Math.PI), between(chance, 25, 75)];
    const end: Place = [x + Math.cos(angle) * long, y + Math.sin(angle) * long];
    const high = (chance() < 0.5 ? -1 : 1) * between(chance, 0.18, 0.4);
    sheet.fold([x, y], end, between(chance, -14, 14), between(chance, 5, 10), high);
  }
}

/** A hem: a double line of stitches, and the cloth a little thicker. */
export function hem(sheet: Sheet, d: string, color: string, aside: string): void {
  sheet.seams += `<path d="${d}" transform="translate(${aside})" fill="none" stroke="#000" stroke-width="2.4" stroke-opacity="0.5"/>`;
  sheet.paint += `<path d="${d}" transform="translate(${aside})" fill="none" stroke="${shaded(color, -0.35)}" stroke-width="1" stroke-opacity="0.55" stroke-dasharray="3.4 1.6"/>`;
}

/** Ribbed cuffs and collars: fine lines across. */
export function ribs(sheet: Sheet, lines: readonly string[], color: string): void {
  const d = lines.join("");
  sheet.paint += `<path d="${d}" fill="none" stroke="${shaded(color, -0.4)}" stroke-width="1.2" stroke-opacity="0.35"/>`;
  sheet.seams += `<path d="${d}" fill="none" stroke="#000" stroke-width="2" stroke-opacity="0.5"/>`;
}

/** A care label and a size label: cloth with lines on it, no words. */
export function label(sheet: Sheet, [x, y]: Place, wide: number, high: number, color: string): void {
  const box = `M${x - wide / 2} ${y}h${wide}v${high}h${-wide}Z`;
  const ink = mixed(color, "#000000", 0.7);
  sheet.panel(box, color, 0.35);
  sheet.line(`M${x - wide * 0.28} ${y + high * 0.35}h${wide * 0.56}`, ink, high * 0.16, 0.75);
  sheet.line(`M${x - wide * 0.18} ${y + high * 0.7}h${wide * 0.36}`, ink, high * 0.09, 0.6);
}

/** The inside of a collar or sleeve: the cloth's back, in its own shade. */
export function inside(sheet: Sheet, d: string, color: string): void {
  sheet.piece(d, shaded(color, color > "#c" ? -0.2 : -0.38));
  sheet.seams += `<path d="${d}" fill="#000" fill-opacity="0.8"/>`;
}
