/** What shirts and all that is worn over them have in common: how they are cut, their bodies and sleeves. */
import { shaded } from "../colors.ts";
import type { Random } from "../random.ts";
import type { ThingArt } from "./art.ts";
import { hem, rays, ribs } from "./garment.ts";
import { type Place, Sheet } from "./sheet.ts";

/** Half a shirt's measures, from the middle outwards and from the top down. */
export interface Cut {
  readonly neck: Place;
  readonly shoulder: Place;
  readonly armpit: Place;
  readonly waist: Place;
  readonly hem: Place;
  /** The sleeve's end: its outer corner, then its inner one. None has no sleeve. */
  readonly sleeve?: readonly [Place, Place];
}

const SHORT: Cut = {
  neck: [66, -318],
  shoulder: [206, -276],
  armpit: [190, -118],
  waist: [184, 80],
  hem: [192, 326],
  sleeve: [
    [326, -92],
    [236, -44],
  ],
};

const LONG_SLEEVE: Readonly<Record<"slim" | "wide", readonly [Place, Place]>> = {
  slim: [
    [352, 250],
    [276, 268],
  ],
  wide: [
    [366, 238],
    [272, 262],
  ],
};

export function cutOf(art: ThingArt, sleeve: "short" | "long" | "wide" | "none"): Cut {
  const women = art.cut === "women";
  const kids = art.cut === "kids";
  const body: Cut = women
    ? { ...SHORT, shoulder: [182, -274], armpit: [170, -118], waist: [150, 60], hem: [176, 304] }
    : kids
      ? { ...SHORT, shoulder: [200, -262], armpit: [190, -106], waist: [188, 60], hem: [196, 268] }
      : SHORT;
  const { sleeve: _, ...bare } = body;
  if (sleeve === "none") return { ...bare, shoulder: [body.shoulder[0] - 74, -292], armpit: body.armpit };
  if (sleeve === "short")
    return women
      ? {
          ...body,
          sleeve: [
            [272, -128],
            [196, -84],
          ],
        }
      : body;
  return { ...body, sleeve: LONG_SLEEVE[sleeve === "long" ? "slim" : "wide"] };
}

const to = ([x, y]: Place) => `L${x.toFixed(1)} ${y.toFixed(1)}`;
const curve = ([x, y]: Place, [cx, cy]: Place) =>
  `Q${cx.toFixed(1)} ${cy.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
export const flip = ([x, y]: Place): Place => [-x, y];

/** The body's outline with its neckline, `deep` below the shoulder points. */
export function bodyOf(
  { neck, shoulder, armpit, waist, hem: low }: Cut,
  deep: number,
  hollow = 0.25,
): string {
  const [nx, ny] = neck;
  const arm: Place = [
    shoulder[0] - (shoulder[0] - armpit[0]) * 0.4 - 26 * hollow * 2,
    (shoulder[1] + armpit[1]) / 2 + 14,
  ];
  return (
    `M${-nx} ${ny}${curve([nx, ny], [0, ny + deep * 2])}${to(shoulder)}${curve(armpit, arm)}` +
    `${curve(low, [waist[0] - 6, waist[1]])}${curve([-low[0], low[1]], [0, low[1] + 16])}` +
    `${curve(flip(armpit), [-waist[0] + 6, waist[1]])}${curve(flip(shoulder), flip(arm))}Z`
  );
}

function sleeveOf({ shoulder, armpit, sleeve }: Cut): string {
  if (!sleeve) return "";
  const [outer, inner] = sleeve;
  const top: Place = [
    (shoulder[0] + outer[0]) / 2 + (outer[1] > 100 ? 34 : 16),
    (shoulder[1] + outer[1]) / 2 - (outer[1] > 100 ? 60 : 10),
  ];
  return `M${shoulder[0] - 14} ${shoulder[1] - 4}${curve(outer, top)}${to(inner)}${curve(armpit, [(inner[0] + armpit[0]) / 2, (inner[1] + armpit[1]) / 2 + 4])}${curve([shoulder[0] - 14, shoulder[1] - 4], [armpit[0] - 34, (shoulder[1] + armpit[1]) / 2])}Z`;
}

const mirrored = (draw: (sheet: Sheet) => void): Sheet => {
  const sheet = new Sheet();
  draw(sheet);
  return sheet;
};

/** Both sleeves, with cuffs and an armhole seam. */
export function sleeves(sheet: Sheet, cut: Cut, chance: Random, color: string, cuff?: string): void {
  if (!cut.sleeve) return;
  const [outer, inner] = cut.sleeve;
  const long = inner[1] > 100;
  for (const side of [1, -1]) {
    const arm = mirrored((one) => {
      const d = sleeveOf(cut);
      one.piece(d, color);
      one.within(d, (cloth) => {
        const depth = long ? 30 : 15;
        const [ux, uy] = [(outer[0] - cut.shoulder[0]) * 0.04, (outer[1] - cut.shoulder[1]) * 0.04];
        const along = Math.hypot(ux, uy) || 1;
        const [bx, by] = [(-ux / along) * depth, (-uy / along) * depth];
        if (cuff) {
          const band = `M${outer[0] + 6} ${outer[1]}L${inner[0] - 6} ${inner[1] + 3}l${bx} ${by}L${outer[0] + 6 + bx} ${outer[1] + by}Z`;
          cloth.piece(band, cuff);
          if (long) {
            ribs(
              cloth,
              Array.from({ length: 14 }, (_, at) => {
                const part = at / 13;
                const [x, y] = [
                  outer[0] + (inner[0] - outer[0]) * part,
                  outer[1] + (inner[1] - outer[1]) * part,
                ];
                return `M${x} ${y}l${bx} ${by}`;
              }),
              cuff,
            );
          }
        }
        hem(cloth, `M${outer[0] + 8} ${outer[1]}L${inner[0] - 8} ${inner[1]}`, cuff ?? color, `${bx} ${by}`);
        if (long) {
          for (let fold = 0; fold < 9; fold++) {
            const part = 0.08 + (fold + chance()) * 0.1;
            const [x1, y1] = [
              cut.shoulder[0] + (outer[0] - cut.shoulder[0]) * part + 10,
              cut.shoulder[1] + (outer[1] - cut.shoulder[1]) * part,
            ];
            const [x2, y2] = [
              cut.armpit[0] + (inner[0] - cut.armpit[0]) * part,
              cut.armpit[1] + (inner[1] - cut.armpit[1]) * part,
            ];
            cloth.fold(
              [x1, y1],
              [x2 + 10, y2 + (chance() - 0.5) * 60],
              chance() * 26 - 13,
              12 + chance() * 10,
              (fold % 2 ? 1 : -1) * (0.25 + chance() * 0.3),
            );
          }
        } else {
          rays(cloth, cut.armpit, -0.9, 0.7, chance, 4);
        }
      });
      // The sleeve ends in an opening.
      one.line(`M${outer[0]} ${outer[1]}L${inner[0]} ${inner[1]}`, shaded(color, -0.6), 1.6, 0.5);
    });
    sheet.add(arm, side === 1 ? "" : "scale(-1 1)");
  }
}

export function armholes(sheet: Sheet, cut: Cut): void {
  const [sx, sy] = cut.shoulder;
  const [ax, ay] = cut.armpit;
  const d = `M${sx - 12} ${sy}Q${ax - 34} ${(sy + ay) / 2} ${ax} ${ay}`;
  sheet.seam(d);
  sheet.add(new Sheet().seam(d), "scale(-1 1)");
}
