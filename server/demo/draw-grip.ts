import type { RacketArt } from "./art.ts";
import { shaded } from "./colors.ts";
import type { Light } from "./light.ts";
import type { Point, RacketShape } from "./racket-shape.ts";
import { fill, line, path, stroke } from "./svg.ts";

/** The wrapped handle with its collar and butt cap. */
export function grip(art: RacketArt, { gripY, endY, spread, measures }: RacketShape, light: Light): string {
  const thin = measures.length < 640 ? 0.86 : 1;
  const half = 16.6 * thin;
  const flare = (y: number) => half + 3.4 * Math.max(0, (y - (endY - 30)) / 30) ** 2;
  const [start, end] = [gripY + 14, endY - 3.5];
  const wrap = 21;
  const seams: number[] = [];
  for (let y = start + 16; y < end - 4; y += wrap) seams.push(y);
  const right: Point[] = [];
  const left: Point[] = [];
  for (let y = start; y <= end; y += 1.5) {
    const bulge = (at: number) => 0.45 * Math.abs(Math.sin((Math.PI * (y - start - 16 + at)) / wrap));
    right.push([flare(y) + bulge(7), y]);
    left.push([-flare(y) - bulge(0), y]);
  }
  const outline = path([...right, ...left.reverse()]);
  const across = (color: string) => {
    const sheen = light[0] * 0.5;
    const stops = [-1, -0.72, -0.4, -0.1, 0.2, 0.5, 0.78, 1].map((x) => {
      const facet = Math.sign(x) * Math.abs(x) ** 1.8;
      const tone = 1 - 0.62 * Math.abs(facet + sheen) ** 1.7 - 0.1 * Math.abs(x);
      return `<stop offset="${(((x + 1) / 2) * 100).toFixed(0)}%" stop-color="${shaded(color, Math.max(-0.7, Math.min(0.22, tone - 0.86)))}"/>`;
    });
    return stops.join("");
  };
  const below = (y: number, deep: number): Point[] => [
    [-half - 5, y],
    [-half * 0.5, y - 2.6],
    [half * 0.5, y - 5.6],
    [half + 5, y - 8],
    [half + 5, y - 8 + deep],
    [half * 0.5, y - 5.6 + deep],
    [-half * 0.5, y - 2.6 + deep],
    [-half - 5, y + deep],
  ];
  const wraps = seams.map((y) => {
    const edge = line(below(y, 0).slice(0, 4));
    return (
      fill(path(below(y, 5)), "#000000", 0.07) +
      fill(path(below(y, 2.4)), "#000000", 0.1) +
      stroke(edge, "#000000", 0.9, 0.42) +
      stroke(edge, "#ffffff", 0.8, 0.22, "0 -1.1")
    );
  });
  const taper = spread + measures.face / 2;
  const collar = path([
    [-taper - 0.6, gripY - 1],
    [taper + 0.6, gripY - 1],
    [half + 0.9, gripY + 7],
    [half + 1.1, gripY + 17],
    [-half - 1.1, gripY + 17],
    [-half - 0.9, gripY + 7],
  ]);
  const cap = flare(endY) + 0.4;
  const butt = `M${-cap} ${endY - 4}L${-cap + 1} ${endY - 7}L${cap - 1} ${endY - 7}L${cap} ${endY - 4}L${cap - 0.6} ${endY - 1.4}Q${cap - 1.6} ${endY} ${cap - 4} ${endY}L${-cap + 4} ${endY}Q${-cap + 1.6} ${endY} ${-cap + 0.6} ${endY - 1.4}Z`;
  return (
    `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${-half - 2}" y1="0" x2="${half + 2}" y2="0">${across(art.grip)}</linearGradient>` +
    `<linearGradient id="c" gradientUnits="userSpaceOnUse" x1="${-half - 2}" y1="0" x2="${half + 2}" y2="0">${across(art.collar)}</linearGradient>` +
    `<clipPath id="h"><path d="${outline}"/></clipPath>` +
    fill(butt, "url(#c)") +
    fill(outline, "url(#g)") +
    `<g clip-path="url(#h)">${wraps.join("")}${fill(`M-40 ${start}h80v5h-80Z`, "#000000", 0.22)}</g>` +
    fill(collar, "url(#c)") +
    stroke(`M${-half - 0.9} ${gripY + 7.6}h${2 * half + 1.8}`, "#000000", 0.8, 0.35) +
    stroke(`M${-half - 0.9} ${gripY + 8.4}h${2 * half + 1.8}`, "#ffffff", 0.5, 0.2)
  );
}
