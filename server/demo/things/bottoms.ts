/** Shorts, trousers, leggings and skirts, laid flat. */
import { mixed, shaded } from "../colors.ts";
import { random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { creases, hem, inside, label, rays, ribs, waves } from "./garment.ts";
import { between, type Drawing, Sheet } from "./sheet.ts";

interface Legs {
  /** Half widths of waist and hip, the crotch's height, and where a leg ends: outer and inner x, and y. */
  readonly waist: number;
  readonly hip: number;
  readonly top: number;
  readonly crotch: number;
  readonly outer: number;
  readonly inner: number;
  readonly end: number;
}

const legOutline = ({ waist, hip, top, crotch, outer, inner, end }: Legs) =>
  `M${-waist} ${top}Q0 ${top + 10} ${waist} ${top}Q${hip} ${top + 90} ${hip} ${crotch - 60}` +
  `Q${(hip + outer) / 2 + 6} ${(crotch + end) / 2} ${outer} ${end}L${inner} ${end + 10}Q${inner * 0.35} ${crotch + 60} 0 ${crotch}` +
  `Q${-inner * 0.35} ${crotch + 60} ${-inner} ${end + 10}L${-outer} ${end}Q${-(hip + outer) / 2 - 6} ${(crotch + end) / 2} ${-hip} ${crotch - 60}Q${-hip} ${top + 90} ${-waist} ${top}Z`;

/** An elastic waistband, gathered, with a drawstring if it has one. */
function waistband(
  sheet: Sheet,
  waist: number,
  top: number,
  high: number,
  color: string,
  cord?: string,
): void {
  inside(
    sheet,
    `M${-waist + 8} ${top}Q0 ${top - 16} ${waist - 8} ${top}Q0 ${top + 12} ${-waist + 8} ${top}Z`,
    color,
  );
  const band = `M${-waist} ${top}Q0 ${top + 10} ${waist} ${top}L${waist + 4} ${top + high}Q0 ${top + high + 10} ${-waist - 4} ${top + high}Z`;
  sheet.panel(band, color, 0.4);
  sheet.within(band, (inner) => {
    const lines: string[] = [];
    for (let x = -waist; x < waist; x += 7.5) lines.push(`M${x} ${top - 4}l${(x % 3) - 1} ${high + 16}`);
    ribs(inner, lines, color);
  });
  const low = `M${-waist - 4} ${top + high}Q0 ${top + high + 10} ${waist + 4} ${top + high}`;
  sheet.seam(low).stitch(low, shaded(color, -0.4), 0.5);
  if (!cord) return;
  const y = top + high * 0.6;
  sheet
    .cord(`M-14 ${y}Q-40 ${y + 46} -22 ${y + 98}`, cord, 6)
    .cord(`M14 ${y}Q52 ${y + 40} 30 ${y + 112}`, cord, 6);
  sheet.cord(`M-14 ${y}Q0 ${y + 14} 14 ${y}`, cord, 6);
}

function legs(art: ThingArt, at: Legs, how: { cuffed?: boolean; tight?: boolean; cord?: boolean }): Sheet {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const outline = legOutline(at);
  sheet.piece(outline, art.main);
  const style = chance();
  sheet.within(outline, (inner) => {
    for (const side of ["", "scale(-1 1)"]) {
      const one = new Sheet();
      const [x1, x2] = [at.hip - 26, at.outer - 20];
      if (style < 0.4) {
        one.piece(`M${x1} ${at.top}Q${x1 + 8} ${at.crotch} ${x2} ${at.end + 30}H500V${at.top}Z`, art.accent);
        one.seam(`M${x1} ${at.top}Q${x1 + 8} ${at.crotch} ${x2} ${at.end + 30}`);
      } else if (style < 0.72) {
        for (const move of [0, 18])
          one.line(
            `M${at.hip - 8 - move} ${at.top}Q${at.hip - move} ${at.crotch} ${at.outer - 6 - move} ${at.end + 30}`,
            art.accent,
            7,
          );
      } else one.piece(`M${at.inner - 30} ${at.end - 26}H500v9H-100Z`, art.accent);
      // A pocket, cut slanting.
      if (!how.tight) {
        const pocket = `M${at.waist - 34} ${at.top + 52}Q${at.hip - 36} ${at.top + 110} ${at.hip + 6} ${at.top + 168}`;
        one.seam(pocket, 2).stitch(pocket, shaded(art.main, -0.4), 0.5);
      }
      hem(
        one,
        `M${at.outer + 8} ${at.end}L${at.inner - 12} ${at.end + 10}`,
        art.main,
        how.cuffed ? "0 -34" : "0 -15",
      );
      if (how.cuffed) {
        one.piece(
          `M${at.outer + 10} ${at.end + 4}L${at.inner - 10} ${at.end + 14}v-36L${at.outer + 10} ${at.end - 34}Z`,
          shaded(art.main, -0.08),
        );
        const lines: string[] = [];
        for (let x = at.inner; x < at.outer + 4; x += 6) lines.push(`M${x} ${at.end - 30}v44`);
        ribs(one, lines, art.main);
      }
      const middle = (at.outer + at.inner) / 2;
      waves(
        one,
        [at.inner - 10, at.crotch - 20, at.outer, at.end - 20],
        chance,
        how.tight ? 2 : 3,
        how.tight ? 0.5 : 0.9,
      );
      if (at.end - at.crotch > 200) {
        // Knees.
        for (let crease = 0; crease < 6; crease++) {
          const y = at.crotch + 120 + crease * 34 + chance() * 14;
          one.fold(
            [at.inner + 4, y],
            [at.outer - 6, y + between(chance, -40, 40)],
            between(chance, -14, 14),
            11,
            (crease % 2 ? 1 : -1) * 0.4,
          );
        }
      }
      rays(one, [8, at.crotch - 6], 0.1, 0.8, chance, 4);
      creases(one, [0, at.top + 60, middle, at.end], chance, 2 + Math.round(art.wear * 6));
      inner.add(one, side);
    }
    const fly = `M0 ${at.top + 40}V${at.crotch}`;
    inner.seam(fly, 1.8);
    if (!how.tight) inner.stitch(`M9 ${at.top + 44}V${at.crotch - 40}`, shaded(art.main, -0.4), 0.4);
  });
  waistband(
    sheet,
    at.waist,
    at.top,
    how.tight ? 52 : 34,
    style > 0.55 && how.tight ? art.accent : art.main,
    how.cord ? mixed(art.accent, "#ffffff", 0.15) : undefined,
  );
  label(sheet, [0, at.top - 6], 36, 14, mixed(art.main, "#ffffff", 0.75));
  const r = 8;
  sheet.panel(
    `M${-at.outer + 46} ${Math.min(at.end - 46, 250)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
    art.trim,
    0.4,
  );
  return sheet;
}

const near = { close: { x: 20, y: -190, near: 2 }, detail: { x: -150, y: 190, near: 2.3 } };

export function shorts(art: ThingArt): Drawing {
  const women = art.cut === "women";
  const kids = art.cut === "kids";
  const at: Legs = women
    ? { waist: 150, hip: 232, top: -220, crotch: 40, outer: 286, inner: 34, end: 150 }
    : {
        waist: 156,
        hip: 236,
        top: kids ? -230 : -270,
        crotch: 30,
        outer: 290,
        inner: 40,
        end: kids ? 200 : 262,
      };
  return legs(art, at, { cord: random(`${art.seed} cord`)() < 0.7 }).made({
    finish: "knit",
    round: 8,
    lift: 10,
    ...near,
    detail: { x: -150, y: women ? 90 : 170, near: 2.3 },
  });
}

export function pants(art: ThingArt): Drawing {
  const at: Legs = { waist: 118, hip: 164, top: -400, crotch: -170, outer: 176, inner: 82, end: 392 };
  return legs(art, at, { cuffed: random(`${art.seed} cuff`)() < 0.6, cord: true }).made({
    finish: "knit",
    round: 8,
    lift: 11,
    close: { x: 10, y: -330, near: 2.2 },
    detail: { x: 130, y: 330, near: 2.6 },
  });
}

export function leggings(art: ThingArt): Drawing {
  const at: Legs = { waist: 104, hip: 142, top: -390, crotch: -190, outer: 122, inner: 62, end: 388 };
  return legs(art, at, { tight: true }).made({
    finish: "knit",
    round: 10,
    lift: 10,
    close: { x: 10, y: -320, near: 2.2 },
    detail: { x: 90, y: 320, near: 2.6 },
  });
}

/** Pleats from a yoke to the hem, each one lapping over the next. */
export function pleats(
  sheet: Sheet,
  [top, bottom]: readonly [number, number],
  [half, wide]: readonly [number, number],
  count: number,
  color: string,
): void {
  for (let pleat = 0; pleat <= count; pleat++) {
    const part = (2 * pleat) / count - 1;
    const [x1, x2] = [part * half, part * wide];
    const [n1, n2] = [x1 + (half / count) * 1.1, x2 + (wide / count) * 1.25];
    sheet.piece(
      `M${x1} ${top}L${x2} ${bottom + 20}L${n2} ${bottom + 20}L${n1} ${top}Z`,
      shaded(color, -0.09),
      0.8,
    );
    sheet.bodies += `<path d="M${x1} ${top}L${x2} ${bottom + 30}L${n2 + 4} ${bottom + 30}L${n1} ${top}Z" fill="#000" fill-opacity="0.12"/>`;
    sheet.seams += `<path d="M${x1} ${top}L${x2} ${bottom + 20}L${n2} ${bottom + 20}L${n1} ${top}Z" fill="#000" fill-opacity="0.85"/>`;
    sheet.line(`M${x1} ${top}L${x2} ${bottom + 20}`, "#05070a", 1.6, 0.4);
  }
}

export function skirt(art: ThingArt): Drawing {
  const chance = random(art.seed);
  const sheet = new Sheet();
  const pleated = chance() < 0.6 || art.make === "pleated";
  const [waist, wide, top, bottom] = art.cut === "kids" ? [138, 280, -190, 170] : [150, 318, -230, 220];
  const wavy = pleated
    ? Array.from(
        { length: 10 },
        (_, at) => `q${-wide * 0.1} ${at % 2 ? 9 : 22} ${-wide * 0.2} ${Math.round((at - 4.5) * -2.2)}`,
      ).join("")
    : `Q0 ${bottom + 46} ${-wide} ${bottom}`;
  const outline = `M${-waist} ${top}Q0 ${top + 10} ${waist} ${top}Q${waist + 90} ${top + 130} ${wide} ${bottom}${wavy}Q${-waist - 90} ${top + 130} ${-waist} ${top}Z`;
  sheet.piece(outline, art.main);
  sheet.within(outline, (inner) => {
    if (pleated) pleats(inner, [top + 70, bottom], [waist + 30, wide], 13, art.main);
    else {
      inner.piece(
        `M${wide * 0.35} ${top}Q${wide * 0.55} 0 ${wide * 0.62} ${bottom + 40}H500V${top}Z`,
        art.accent,
      );
      inner.seam(`M${wide * 0.35} ${top}Q${wide * 0.55} 0 ${wide * 0.62} ${bottom + 40}`);
      waves(inner, [-wide + 40, top + 120, wide - 40, bottom], chance, 9, 1.2);
    }
    inner.line(
      `M${-wide} ${bottom - 14}Q0 ${bottom + 36} ${wide} ${bottom - 14}`,
      art.accent,
      chance() < 0.6 ? 11 : 0.01,
    );
    waves(inner, [-waist, top + 60, waist, bottom], chance, 4, 0.5);
    rays(inner, [-waist, top + 50], 0.9, 0.5, chance, 3);
    hem(inner, `M${-wide} ${bottom + 6}Q0 ${bottom + 52} ${wide} ${bottom + 6}`, art.main, "0 -12");
  });
  waistband(sheet, waist, top, 50, chance() < 0.3 ? art.accent : art.main);
  label(sheet, [0, top - 6], 36, 14, mixed(art.main, "#ffffff", 0.75));
  return sheet.made({
    finish: "knit",
    round: 8,
    lift: 11,
    close: { x: 0, y: -130, near: 2 },
    detail: { x: 130, y: 140, near: 2.2 },
  });
}
