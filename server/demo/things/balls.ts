/** Tennis balls, and the cans and boxes that they are sold in. */
import { mixed, shaded } from "../colors.ts";
import { type Random, random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { circle, oval, rounded } from "./round.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

/** A felt ball: round by its own shades, since it is far rounder than cloth. */
export function ball(x: number, y: number, r: number, felt: string, chance: Random, id: string): string {
  const turn = chance() * 360;
  const fluff = Array.from({ length: 70 }, () => {
    const [angle, far] = [chance() * 6.283, r * (0.5 + 0.5 * Math.sqrt(chance()))];
    const [fx, fy] = [Math.cos(angle) * far, Math.sin(angle) * far];
    return `M${fx.toFixed(1)} ${fy.toFixed(1)}q${between(chance, -2, 2).toFixed(1)} ${between(chance, -3, 1).toFixed(1)} ${between(chance, -4, 4).toFixed(1)} ${between(chance, -4, 4).toFixed(1)}`;
  }).join("");
  const seam = `M${-r} ${-r * 0.3}C${-r * 0.3} ${-r * 0.75} ${r * 0.3} ${-r * 0.1} ${r * 0.1} ${r * 0.35}S${-r * 0.1} ${r} ${-r * 0.3} ${r}`;
  const other = `M${r * 0.25} ${-r}C${r * 0.2} ${-r * 0.5} ${r * 0.5} ${-r * 0.3} ${r} ${-r * 0.25}`;
  return (
    `<radialGradient id="${id}" cx="36%" cy="30%" r="78%"><stop offset="0" stop-color="${mixed(felt, "#ffffff", 0.42)}"/><stop offset="0.42" stop-color="${felt}"/><stop offset="0.78" stop-color="${shaded(felt, -0.28)}"/><stop offset="1" stop-color="${shaded(felt, -0.52)}"/></radialGradient>` +
    `<clipPath id="${id}c"><circle r="${r}"/></clipPath>` +
    `<g transform="translate(${x} ${y})"><circle r="${r}" fill="url(#${id})"/><g clip-path="url(#${id}c)" fill="none"><g transform="rotate(${turn.toFixed(0)})">` +
    `<path d="${seam}${other}" stroke="${shaded(felt, -0.5)}" stroke-width="${r * 0.14}" stroke-opacity="0.4"/><path d="${seam}${other}" stroke="#f3f3ea" stroke-width="${r * 0.095}"/></g>` +
    `<path d="${fluff}" stroke="${mixed(felt, "#ffffff", 0.5)}" stroke-width="1" stroke-opacity="0.55"/></g></g>`
  );
}

const glaze = (
  id: string,
  stops: readonly (readonly [at: number, color: string, opacity: number])[],
  upright = false,
) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${upright ? 0 : 1}" y2="${upright ? 1 : 0}">${stops
    .map(([at, color, opacity]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join("")}</linearGradient>`;

/** A cylinder's light, from left to right: laid over whatever is on it. */
const roundLight = (id: string) =>
  glaze(id, [
    [0, "#05070c", 0.5],
    [0.08, "#05070c", 0.2],
    [0.2, "#ffffff", 0.3],
    [0.27, "#ffffff", 0.42],
    [0.36, "#ffffff", 0.05],
    [0.62, "#05070c", 0.06],
    [0.86, "#05070c", 0.34],
    [0.95, "#05070c", 0.5],
    [1, "#ffffff", 0.14],
  ]);

/** A printed sleeve: bands and slanting shapes in the maker's colours. */
function sleeve(
  sheet: Sheet,
  art: ThingArt,
  [left, top, right, bottom]: readonly [number, number, number, number],
  chance: Random,
): void {
  const d = `M${left} ${top}Q${(left + right) / 2} ${top + 22} ${right} ${top}V${bottom}Q${(left + right) / 2} ${bottom + 22} ${left} ${bottom}Z`;
  sheet.piece(d, art.accent);
  const [w, h] = [right - left, bottom - top];
  sheet.within(d, (print) => {
    const lean = between(chance, 0.2, 0.5) * h;
    print.piece(
      `M${left} ${top + h * 0.62}L${right} ${top + h * 0.62 - lean}V${bottom + 40}H${left}Z`,
      art.trim,
    );
    print.piece(
      `M${left} ${top + h * 0.55}L${right} ${top + h * 0.55 - lean}v${h * 0.045}L${left} ${top + h * 0.595}Z`,
      art.main,
    );
    const disc = w * 0.24;
    print
      .piece(circle((left + right) / 2, top + h * 0.36, disc), art.main)
      .line(
        `M${(left + right) / 2 - disc * 0.9} ${top + h * 0.33}q${disc} ${-disc * 0.1} ${disc * 1.1} ${disc * 1.1}`,
        art.trim,
        5,
      );
    for (let line = 0; line < 4; line++)
      print.piece(
        rounded((left + right) / 2, bottom - 26 - line * 15, w * (0.5 - 0.08 * line), 6, 3),
        line === 3 ? art.accent : mixed(art.accent, art.trim, 0.25),
        0.85,
      );
    for (let bar = 0; bar < 16; bar++)
      print.piece(
        `M${right - 52 + bar * 2.6} ${bottom - 62}h${bar % 3 ? 1.1 : 1.8}v26h-1.6Z`,
        "#101216",
        0.8,
      );
  });
}

export function can(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const four = art.count >= 4;
  const [half, r] = [104, 92];
  const tall = 70 + art.count * r * 1.86;
  const [top, bottom] = [-tall / 2, tall / 2];
  const sheet = new Sheet();
  const tube = `M${-half} ${top + 24}V${bottom - 14}Q${-half} ${bottom + 14} ${-half + 26} ${bottom + 18}Q0 ${bottom + 30} ${half - 26} ${bottom + 18}Q${half} ${bottom + 14} ${half} ${bottom - 14}V${top + 24}Q0 ${top + 48} ${-half} ${top + 24}Z`;
  // Through the plastic: the balls, and what lies behind, darker.
  sheet.piece(tube, "#c9d3d8", 0.34);
  for (let index = 0; index < art.count; index++)
    sheet.paint += ball(
      (index % 2 ? 1 : -1) * 4,
      bottom - 6 - r - index * r * 1.86,
      r,
      art.main,
      chance,
      `b${index}`,
    );
  const [from, to] = four ? [bottom - tall * 0.5, bottom - 26] : [bottom - tall * 0.52, bottom - 24];
  sleeve(sheet, art, [-half, from, half, to], chance);
  lid(sheet, top, half, art, chance);
  const light = "tube-light";
  sheet.over += `${roundLight(light)}<path d="${tube}" fill="url(#${light})"/>`;
  for (const [x, w, o] of [
    [-66, 9, 0.6],
    [-50, 3.5, 0.4],
    [80, 4, 0.35],
  ] as const)
    sheet.over += `<rect x="${x}" y="${top + 60}" width="${w}" height="${tall - 92}" rx="${w / 2}" fill="#ffffff" fill-opacity="${o}"/>`;
  sheet.over += `<path d="M${-half} ${from}Q0 ${from + 22} ${half} ${from}" fill="none" stroke="#05070a" stroke-opacity="0.35" stroke-width="2"/>`;
  sheet.over += `<path d="M${-half + 10} ${bottom + 4}Q0 ${bottom + 20} ${half - 10} ${bottom + 4}" fill="none" stroke="#ffffff" stroke-opacity="0.5" stroke-width="3"/>`;
  const scale = four ? 0.98 : 1.16;
  const whole = new Sheet();
  whole.add(sheet, `rotate(14) scale(${scale})`);
  if (art.count < 3 || chance() < 0.5) whole.paint += ball(-250, 330, 62, art.main, chance, "loose");
  return whole.made({
    finish: "plastic",
    round: 3,
    lift: 30,
    close: { x: 20, y: top * 0.5, near: 1.9 },
    detail: { x: -40, y: bottom * 0.62, near: 2.1 },
  });
}

/** A metal rim with a ring to pull, under a plastic lid. */
function lid(sheet: Sheet, top: number, half: number, art: ThingArt, chance: Random): void {
  const rim = `M${-half - 5} ${top + 4}V${top + 26}Q0 ${top + 50} ${half + 5} ${top + 26}V${top + 4}Z`;
  sheet.piece(rim, "#b9bec4");
  const upper = oval(0, top + 4, half + 5, 25);
  if (chance() < 0.45) {
    const color = mixed(art.accent, "#ffffff", 0.1);
    sheet.piece(
      `M${-half - 9} ${top - 4}V${top + 16}Q0 ${top + 42} ${half + 9} ${top + 16}V${top - 4}Z`,
      color,
    );
    sheet
      .piece(oval(0, top - 4, half + 9, 27), shaded(color, 0.18))
      .line(oval(0, top - 4, half - 6, 21), shaded(color, -0.25), 2.5, 0.8);
    return;
  }
  sheet
    .piece(upper, "#d6dade")
    .line(oval(0, top + 4, half - 8, 19), "#8d949b", 2.5)
    .piece(oval(0, top + 6, half - 14, 16), "#c3c8cd");
  sheet.line(oval(22, top + 6, 34, 10), "#7f868d", 5).line(oval(22, top + 5, 34, 10), "#f2f4f5", 2);
  sheet.piece(oval(-16, top + 6, 9, 4), "#8d949b");
}

/** A cardboard box, open, full of balls. */
export function box(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const [w, h] = [262, 226];
  const card = mixed("#b98f5e", art.accent, chance() < 0.5 ? 0 : 0.82);
  const flap = (d: string, tone: number) =>
    sheet.panel(d, shaded(card, tone), 0.4).line(d, shaded(card, -0.5), 1.5, 0.5);
  flap(`M${-w} ${-h}L${-w + 26} ${-h - 124}H${w - 26}L${w} ${-h}Z`, 0.1);
  flap(`M${-w} ${h}L${-w + 20} ${h + 118}H${w - 20}L${w} ${h}Z`, -0.06);
  flap(`M${-w} ${-h}L${-w - 96} ${-h + 30}V${h - 30}L${-w} ${h}Z`, 0.06);
  flap(`M${w} ${-h}L${w + 96} ${-h + 30}V${h - 30}L${w} ${h}Z`, -0.12);
  const well = rounded(0, 0, 2 * w, 2 * h, 4);
  sheet.piece(well, shaded(card, -0.62)).raise(well, -0.8);
  sheet.within(well, (inner) => {
    const r = 66;
    const lay = (rows: number, columns: number, dx: number, dy: number, dark: number, name: string) => {
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
          const [x, y] = [
            -w + dx + column * 2 * r * 0.98 + between(chance, -7, 7),
            -h + dy + row * 2 * r * 0.94 + between(chance, -7, 7),
          ];
          inner.piece(circle(x + 9, y + 13, r * 1.02), "#05070a", 0.28);
          inner.paint += ball(
            x,
            y,
            r,
            shaded(art.main, dark - chance() * 0.06 * (1 + art.wear)),
            chance,
            `${name}${row}${column}`,
          );
        }
    };
    lay(5, 5, 0, 0, -0.34, "l");
    lay(4, 4, 62, 54, 0, "u");
    // The walls' shade.
    inner
      .piece(`M${-w} ${-h}H${w}v46H${-w}Z`, "#05070a", 0.34)
      .piece(`M${-w} ${-h}h38V${h}h-38Z`, "#05070a", 0.26);
  });
  sheet.line(well, shaded(card, 0.3), 5, 0.8);
  sheet.within(`M${-w} ${h}L${-w + 20} ${h + 118}H${w - 20}L${w} ${h}Z`, (print) => {
    print.piece(rounded(-40, h + 60, 260, 54, 8), art.trim).piece(circle(-130, h + 60, 18), art.main);
    print
      .piece(rounded(-26, h + 50, 120, 10, 4), art.accent)
      .piece(rounded(-40, h + 70, 92, 7, 3), "#2a2c31", 0.7);
  });
  sheet.panel(`M-60 ${-h - 126}h120l4 60h-128Z`, "#d9c9a3", 0.2);
  return new Sheet().add(sheet, "scale(0.98)").made({
    finish: "felt",
    round: 8,
    lift: 46,
    close: { x: -40, y: -30, near: 1.8 },
    detail: { x: 60, y: 150, near: 1.9 },
  });
}
