import type { RacketArt } from "./art.ts";
import { mixed, shaded } from "./colors.ts";
import { bedReach, type RacketShape } from "./racket-shape.ts";
import type { Random } from "./random.ts";
import { fill, stroke } from "./svg.ts";

/** The woven bed: crosses over mains, and every second main over the cross again. */
export function strings(art: RacketArt, shape: RacketShape, chance: Random): string {
  const { bed, centre, mainsAt, crossesAt } = shape;
  const [a, b] = bed;
  const loose = art.wear * 0.9;
  const mains = mainsAt.map((x) => ({
    x: x + (Math.abs(x) < a * 0.5 ? loose * (chance() - 0.5) : 0),
    reach: bedReach(a, b, x) + 5,
  }));
  const crosses = crossesAt.map((y) => ({ y, reach: bedReach(b, a, y - centre[1]) + 5 }));
  const down = mains.map(
    ({ x, reach }) => `M${x.toFixed(2)} ${(centre[1] - reach).toFixed(1)}v${(2 * reach).toFixed(1)}`,
  );
  const across = crosses.map(
    ({ y, reach }) => `M${(-reach).toFixed(1)} ${y.toFixed(2)}h${(2 * reach).toFixed(1)}`,
  );
  const over: string[] = [];
  mains.forEach(({ x, reach }, i) => {
    crosses.forEach(({ y }, j) => {
      if ((i + j) % 2 === 0 && Math.abs(y - centre[1]) < reach - 4)
        over.push(`M${x.toFixed(2)} ${(y - 2.1).toFixed(2)}v4.2`);
    });
  });
  const edge = shaded(art.strings, -0.5);
  const light = mixed(art.strings, "#ffffff", 0.6);
  return [down, across, over]
    .map((parts, layer) => {
      const d = parts.join("");
      const aside = layer === 1 ? "0 -0.26" : "-0.26 0";
      return (
        stroke(d, edge, 1.5, layer === 2 ? 1 : 0.92) +
        stroke(d, art.strings, 1.08) +
        stroke(d, light, 0.36, 0.75, aside)
      );
    })
    .join("");
}

/** The holes' little barrels, where each string enters the frame. */
export function grommets(art: RacketArt, shape: RacketShape): string {
  const { bed, centre, mainsAt, crossesAt } = shape;
  const [a, b] = bed;
  const parts: string[] = [];
  for (const x of mainsAt) {
    const reach = bedReach(a, b, x);
    for (const sign of [-1, 1])
      parts.push(
        `M${(x - 1.5).toFixed(1)} ${(centre[1] + sign * (reach - 1.4)).toFixed(1)}h3v${(sign * 4).toFixed(1)}h-3Z`,
      );
  }
  for (const y of crossesAt) {
    const reach = bedReach(b, a, y - centre[1]);
    for (const sign of [-1, 1])
      parts.push(
        `M${(sign * (reach - 1.4)).toFixed(1)} ${(y - 1.5).toFixed(1)}v3h${(sign * 4).toFixed(1)}v-3Z`,
      );
  }
  return fill(parts.join(""), shaded(art.bumper, -0.25));
}

/** The little block that takes the ping out of the strings. */
export function dampener(color: string, { mainsAt, crossesAt }: RacketShape): string {
  const middle = mainsAt.length / 2;
  const x = ((mainsAt[middle - 1] ?? 0) + (mainsAt[middle] ?? 0)) / 2;
  const y = (crossesAt.at(-1) ?? 0) + 7;
  return (
    `<circle cx="${x}" cy="${y}" r="6.6" fill="${shaded(color, -0.35)}"/>` +
    `<circle cx="${x - 0.4}" cy="${y - 0.5}" r="5.9" fill="${color}"/>` +
    `<circle cx="${x}" cy="${y}" r="3.4" fill="none" stroke="${shaded(color, -0.3)}" stroke-width="0.9"/>` +
    `<ellipse cx="${x - 1.6}" cy="${y - 2.4}" rx="2.4" ry="1.4" fill="#ffffff" fill-opacity="0.45"/>`
  );
}
