/**
 * Draws a racket as SVG, as a photographer would light it: from above left, on a court. The demo shop's pictures
 * are made of it, so it knows colours and stripes, and no maker's mark.
 */
import type { RacketArt } from "./art.ts";
import { shaded } from "./colors.ts";
import { grip } from "./draw-grip.ts";
import { dampener, grommets, strings } from "./draw-strings.ts";
import { type Light, lightOn, shading } from "./light.ts";
import {
  bedReach,
  loopIndex,
  onTube,
  type Point,
  type RacketShape,
  racketShape,
  strip,
} from "./racket-shape.ts";
import { type Random, random } from "./random.ts";
import { fill, line, path, stroke } from "./svg.ts";

function frame(art: RacketArt, shape: RacketShape, light: Light, fine: number): string {
  const { loop, bridge, spread, joinY, gripY } = shape;
  const half = art.measures.face / 2;
  const last = loop.points.length - 1;
  const shaft: Point[] = [
    [-spread, joinY - 12],
    [spread, joinY - 12],
    [spread, gripY + 6],
    [-spread, gripY + 6],
  ];
  const zones = art.zones.flatMap((zone) =>
    (zone.side ? [zone.side] : (["left", "right"] as const)).map((side) => {
      const sign = side === "right" ? 1 : -1;
      const [from, to] = [loopIndex(shape, zone.from, side), loopIndex(shape, zone.to, side)];
      return fill(path(strip(loop, from, to, { ...zone, slant: sign * (zone.slant ?? 0) })), zone.color);
    }),
  );
  const [left, right] = [loopIndex(shape, 0.42, "left"), loopIndex(shape, 0.42, "right")];
  const guard = strip(loop, left, right, { inner: 0.62, outer: 1.16 });
  const ticks: string[] = [];
  for (let index = left + 1; index < right; index += 1.5) {
    ticks.push(line([onTube(loop, index, 0.7), onTube(loop, index, 1.14)]));
  }
  return (
    fill(path(strip(bridge, 0, bridge.points.length - 1)), art.bridge ?? art.frame) +
    shading(bridge, light, art.gloss, fine, "b") +
    fill(path(shaft), shaded(art.frame, -0.35)) +
    stroke(line(strip(loop, 0, last, { inner: -1.06, outer: 1.04 })), "#07090d", 1.1, 0.5) +
    fill(path(strip(loop, 0, last)), art.frame) +
    zones.join("") +
    shading(loop, light, art.gloss, fine, "l") +
    stroke(
      line(loop.points.map((_, index) => onTube(loop, index, -0.93)).slice(24, last - 24)),
      art.bumper,
      half * 0.16,
      0.9,
    ) +
    fill(path(guard), art.bumper) +
    stroke(ticks.join(""), shaded(art.bumper, -0.45), 0.7, 0.8) +
    stroke(
      line(strip(loop, left + 1, right - 1, { inner: 0.78, outer: 0.8 }).slice(0, Math.ceil(right - left))),
      "#ffffff",
      0.9,
      0.16,
    )
  );
}

function wear(art: RacketArt, shape: RacketShape, chance: Random): string {
  const { loop } = shape;
  const chips: string[] = [];
  const scratches: string[] = [];
  const reach = loopIndex(shape, 0.5, "right") - loopIndex(shape, 0, "right");
  const tip = loopIndex(shape, 0, "right");
  for (let left = Math.round(art.wear * 22); left > 0; left--) {
    const at = tip + (chance() * 2 - 1) * reach;
    const long = 0.5 + chance() * 1.6;
    const deep = 0.95 - chance() * 0.45 * art.wear;
    chips.push(
      path([
        onTube(loop, at, 1.18),
        onTube(loop, at + long * 0.3, deep),
        onTube(loop, at + long * 0.7, deep + 0.12 * chance()),
        onTube(loop, at + long, 1.18),
      ]),
    );
  }
  for (let left = Math.round(art.wear * 16); left > 0; left--) {
    const at = tip + (chance() * 2 - 1) * reach * 2.4;
    const [from, to] = [chance() * 1.2 - 0.6, chance() * 1.6 - 0.8];
    scratches.push(line([onTube(loop, at, from), onTube(loop, at + 0.4 + chance() * 1.8, to)]));
  }
  return fill(chips.join(""), "#b9b3a8", 0.85) + stroke(scratches.join(""), "#f2eee6", 0.5, 0.55);
}

/**
 * The racket in its own millimetres, for a picture that turns it by `turn` radians.
 * @param fine 1 for a whole racket, more for a close-up.
 */
export function drawRacket(art: RacketArt, turn: number, fine: number): string {
  const shape = racketShape(art.measures);
  const chance = random(art.seed);
  const light = lightOn(turn);
  return (
    strings(art, shape, chance) +
    (art.dampener ? dampener(art.dampener, shape) : "") +
    grommets(art, shape) +
    frame(art, shape, light, fine) +
    (art.wear > 0 ? wear(art, shape, chance) : "") +
    grip(art, shape, light)
  );
}

/** The soft shadow that it throws, as `count` layers of ever wider dark lines; to be drawn moved away from the light. */
export function drawShadow(art: RacketArt, count: number): string {
  const shape = racketShape(art.measures);
  const { loop, bridge, gripY, endY, bed, centre, mainsAt, crossesAt } = shape;
  const handle = `M0 ${gripY}V${endY - 17}`;
  const layers: string[] = [];
  // The bridge's ends lie in the hoop's own shadow.
  const [hoop, low] = [line(loop.points), line(bridge.points.slice(7, -7))];
  for (let layer = 0; layer < count; layer++) {
    const part = layer / count;
    const wide = part * 25;
    layers.push(
      `<g stroke-opacity="${((0.62 - part * 0.22) / count).toFixed(4)}" fill="none" stroke="#0a0d14" stroke-linejoin="round" stroke-linecap="round">` +
        `<path d="${hoop}" stroke-width="${art.measures.face * 0.7 + wide}"/>` +
        `<path d="${low}" stroke-width="${art.measures.face * 0.5 + wide}" stroke-linecap="butt"/>` +
        `<path d="${handle}" stroke-width="${28 + wide}"/></g>`,
    );
  }
  const net = [
    ...mainsAt.map((x) => {
      const reach = bedReach(bed[0], bed[1], x);
      return `M${x.toFixed(1)} ${(centre[1] - reach).toFixed(1)}v${(2 * reach).toFixed(1)}`;
    }),
    ...crossesAt.map((y) => {
      const reach = bedReach(bed[1], bed[0], y - centre[1]);
      return `M${(-reach).toFixed(1)} ${y.toFixed(1)}h${(2 * reach).toFixed(1)}`;
    }),
  ].join("");
  return layers.join("") + stroke(net, "#0a0d14", 2, 0.16) + stroke(net, "#0a0d14", 3.4, 0.07);
}

/** Its colours where they lie, for a picture of a few dozen pixels. */
export function sketchRacket(art: RacketArt): string {
  const { loop, bridge, gripY, endY, bed, centre } = racketShape(art.measures);
  const { face } = art.measures;
  return (
    `<ellipse cx="${centre[0]}" cy="${centre[1]}" rx="${bed[0]}" ry="${bed[1]}" fill="${art.strings}" fill-opacity="0.24"/>` +
    stroke(line(bridge.points), art.bridge ?? art.frame, face) +
    stroke(line(loop.points), art.frame, face) +
    stroke(`M0 ${gripY}V${endY}`, art.grip, 34)
  );
}
