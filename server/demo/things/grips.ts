/** Grips and tape: rolls, and a strip that has come loose. */
import { mixed, shaded } from "../colors.ts";
import { type Random, random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { circle } from "./round.ts";
import { between, type Drawing, type Place, Sheet } from "./sheet.ts";

const MIXED = ["#2f7fce", "#e9d92f", "#e56b9c", "#f2f1ed", "#3a9b58", "#ec6a22"];

/** A roll that stands on its edge, seen from above: a spiral with its finger tape. */
function roll(color: string, tape: string, r: number, chance: Random): Sheet {
  const one = new Sheet();
  one.piece(circle(r * 0.12, r * 0.16, r * 1.02), "#05070a", 0.3);
  one.panel(circle(0, 0, r), color, 0.9);
  one.within(circle(0, 0, r), (inner) => {
    const rings = Math.round(r / 7);
    const spiral: string[] = [];
    for (let step = 0; step <= rings * 24; step++) {
      const far = r * (1 - step / (rings * 24));
      const angle = (step / 24) * 2 * Math.PI;
      spiral.push(`${(Math.cos(angle) * far).toFixed(1)} ${(Math.sin(angle) * far).toFixed(1)}`);
    }
    const d = `M${spiral.join("L")}`;
    inner.line(d, shaded(color, -0.4), 1.5, 0.6);
    inner.seams += `<path d="${d}" fill="none" stroke="#000" stroke-width="2.2" stroke-opacity="0.55"/>`;
    inner.piece(circle(0, 0, r * 0.17), shaded(color, -0.7)).raise(circle(0, 0, r * 0.17), -1);
  });
  const angle = chance() * 6.28;
  const [x, y] = [Math.cos(angle) * r, Math.sin(angle) * r];
  one.add(
    new Sheet().panel("M-9 -26h18v52h-18Z", tape, 0.7),
    `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((angle * 180) / Math.PI).toFixed(0)})`,
  );
  return one;
}

/** A length of tape that lies in a wave, with its tapered end. */
function strip(sheet: Sheet, d: string, color: string, wide: number, chance: Random): void {
  sheet.paint += `<path d="${d}" transform="translate(8 11)" fill="none" stroke="#05070c" stroke-opacity="0.3" stroke-width="${wide}"/>`;
  sheet.paint += `<path d="${d}" fill="none" stroke="${shaded(color, -0.45)}" stroke-width="${wide + 2}" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${color}" stroke-width="${wide}" stroke-linejoin="round"/>`;
  sheet.seams += `<path d="${d}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="${wide * 0.86}"/>`;
  sheet.paint += `<path d="${d}" fill="none" stroke="${shaded(color, -0.3)}" stroke-width="${wide * 0.7}" stroke-dasharray="2 9" stroke-opacity="${between(chance, 0.25, 0.5).toFixed(2)}"/>`;
  sheet.paint += `<path d="${d}" fill="none" stroke="${mixed(color, "#ffffff", 0.4)}" stroke-width="1.6" transform="translate(0 ${-wide / 2 + 3})" stroke-opacity="0.5"/>`;
}

/** Rows of rolls, every second row moved aside. */
function places(count: number): { at: readonly Place[]; r: number } {
  const r = count > 9 ? 76 : count > 4 ? 92 : count > 2 ? 112 : 134;
  const columns = count > 9 ? 4 : count > 4 ? 3 : 2;
  const rows = Math.ceil(count / columns);
  const at = Array.from({ length: count }, (_, index): Place => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return [
      (column - (columns - 1) / 2) * r * 2.06 + (row % 2 ? r * 0.3 : -r * 0.3),
      (row - (rows - 1) / 2) * r * 1.98,
    ];
  });
  return { at, r };
}

export function grips(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const many = Math.min(12, Math.max(2, art.count));
  const leather = art.make === "leather";
  const { at, r } = places(leather ? 2 : many);
  const blend = mixedColors(art);
  if (at.length < 5)
    strip(sheet, `M${-300} 300Q-150 ${180 + chance() * 60} 0 ${290}T310 240`, art.main, 74, chance);
  at.forEach(([x, y], index) => {
    const color = blend?.[index % blend.length] ?? art.main;
    const up = at.length < 5 ? -90 : 0;
    sheet.add(
      roll(
        leather ? shaded(art.main, index * -0.08) : color,
        art.trim === color ? art.accent : art.trim,
        r,
        chance,
      ),
      `translate(${(x + between(chance, -5, 5)).toFixed(0)} ${(y + up + between(chance, -5, 5)).toFixed(0)})`,
    );
  });
  return sheet.made({
    finish: "canvas",
    round: 10,
    lift: 24,
    close: { x: -60, y: -80, near: 2 },
    detail: { x: 110, y: 130, near: 2.2 },
  });
}

/** A box of mixed colours, where the listing says so. */
const mixedColors = (art: ThingArt) => (art.make === "mixed" ? MIXED : undefined);

export function tape(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  strip(
    sheet,
    "M-70 -150Q260 -210 250 -20Q236 150 -40 130Q-300 120 -270 280Q-240 380 60 350L300 310",
    art.main,
    66,
    chance,
  );
  sheet.add(roll(art.main, art.trim, 150, chance), "translate(-110 -190)");
  sheet.add(roll(shaded(art.main, -0.05), art.trim, 104, chance), "translate(170 190)");
  return sheet.made({
    finish: "canvas",
    round: 10,
    lift: 26,
    close: { x: -80, y: -170, near: 2 },
    detail: { x: 160, y: 200, near: 2.2 },
  });
}
