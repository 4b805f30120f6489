/** A picture of a racket: where it lies, how it is turned, how near the camera is. */
import { createHash } from "node:crypto";
import type { RacketArt } from "./art.ts";
import { random } from "./random.ts";
import type { Surface } from "./surface.ts";
import type { ThingScene } from "./things/art.ts";
import { UNITS } from "./units.ts";

export const VIEWS = ["whole", "head", "throat", "grip", "butt"] as const;
export type View = (typeof VIEWS)[number];

export interface RacketScene {
  readonly art: RacketArt;
  readonly view: View;
  readonly surface: Surface;
}

export type Scene = RacketScene | ThingScene;

export const PICTURE = { width: 1280, height: 1600 } as const;

/** Raised when a change here makes other pixels of the same scene, so that they get another name. */
const EDITION = 1;

interface Camera {
  /** Where the racket's own point `on` (a share of its length from the tip) lies in the picture. */
  readonly at: readonly [x: number, y: number];
  readonly on: number;
  /** Units of the picture that a millimetre fills, for an adult's racket. */
  readonly near: number;
  readonly turn: readonly [degrees: number, more: number];
  /** How finely light and shade are drawn. */
  readonly fine: number;
  readonly layers: number;
}

const CAMERAS: Readonly<Record<View, Camera>> = {
  whole: { at: [400, 494], on: 0.452, near: 1.46, turn: [25, 11], fine: 1, layers: 7 },
  head: { at: [400, 530], on: 0.27, near: 2.55, turn: [8, 18], fine: 2, layers: 10 },
  throat: { at: [400, 470], on: 0.56, near: 3.1, turn: [16, 22], fine: 2, layers: 12 },
  grip: { at: [400, 480], on: 0.83, near: 3.3, turn: [26, 20], fine: 2, layers: 12 },
  butt: { at: [420, 560], on: 0.955, near: 6.2, turn: [22, 24], fine: 3, layers: 20 },
};

function ball(x: number, y: number, radius: number, turn: number): string {
  const r = radius;
  const shadow = [1.34, 1.24, 1.14, 1.05]
    .map(
      (grow) =>
        `<ellipse cx="${x + r * 0.26}" cy="${y + r * 0.36}" rx="${r * grow}" ry="${r * grow * 0.97}" fill="#0a0d14" fill-opacity="0.12"/>`,
    )
    .join("");
  const seam = `M${-r * 0.98} ${-r * 0.2}C${-r * 0.4} ${-r * 0.62} ${r * 0.1} ${-r * 0.1} ${r * 0.2} ${r * 0.3}S${r * 0.5} ${r * 0.9} ${r * 0.42} ${r * 0.92}`;
  const other = `M${r * 0.1} ${-r}C${r * 0.12} ${-r * 0.6} ${r * 0.5} ${-r * 0.36} ${r} ${-r * 0.2}`;
  return (
    shadow +
    `<radialGradient id="ball" cx="36%" cy="30%" r="78%"><stop offset="0" stop-color="#f1f78a"/><stop offset="0.45" stop-color="#d8e63c"/><stop offset="0.8" stop-color="#a9bb22"/><stop offset="1" stop-color="#7d8d15"/></radialGradient>` +
    `<clipPath id="round"><circle r="${r}"/></clipPath>` +
    `<g transform="translate(${x} ${y})"><circle r="${r}" fill="url(#ball)"/><circle r="${r}" fill="none" stroke="#d3df52" stroke-width="2.4" stroke-opacity="0.45" stroke-dasharray="1.2 1.6"/>` +
    `<g clip-path="url(#round)" transform="rotate(${turn})" fill="none"><path d="${seam}${other}" stroke="#6f7d16" stroke-width="${r * 0.15}" stroke-opacity="0.35"/><path d="${seam}${other}" stroke="#f6f6e6" stroke-width="${r * 0.1}"/></g></g>`
  );
}

/** The white lines of the court, a little worn. */
function courtLine(surface: Surface, chance: () => number, near: number): string {
  const angle = -22 + chance() * 44 + (chance() < 0.3 ? 90 : 0);
  const offset = (chance() < 0.5 ? -1 : 1) * (120 + chance() * 230);
  const wide = 42 * near;
  const paint = surface === "clay" ? "#e9e1d8" : surface === "grass" ? "#e8ecdf" : "#eef1f2";
  return (
    `<g transform="translate(400 500) rotate(${angle.toFixed(1)}) translate(0 ${offset.toFixed(0)})">` +
    `<rect x="-1100" y="${-wide / 2}" width="2200" height="${wide}" fill="${paint}" fill-opacity="${surface === "grass" ? 0.78 : 0.86}"/>` +
    `<rect x="-1100" y="${-wide / 2}" width="2200" height="2" fill="#ffffff" fill-opacity="0.25"/>` +
    `<rect x="-1100" y="${wide / 2}" width="2200" height="2" fill="#000000" fill-opacity="0.12"/></g>`
  );
}

const HAS_LINES: ReadonlySet<Surface> = new Set(["clay", "grass", "blue", "green", "violet", "slate"]);

interface Racket {
  readonly shadow: string;
  readonly racket: string;
}

/** What lies on the surface, as an SVG document of this size; `drawn` gives the racket for a turn of the camera. */
export function composed(
  { art, view, surface }: RacketScene,
  { width, height }: { width: number; height: number },
  drawn: (turn: number, camera: Camera) => Racket,
): string {
  const camera = CAMERAS[view];
  const chance = random(`${art.seed} ${view}`);
  const size = art.measures.length / 685;
  const near = camera.near / (view === "whole" || view === "head" ? size : Math.sqrt(size));
  const side = random(art.seed)() < 0.5 ? -1 : 1;
  const degrees = side * (camera.turn[0] + chance() * camera.turn[1]);
  const pose = `rotate(${degrees.toFixed(1)}) scale(${near.toFixed(3)}) translate(0 ${(-camera.on * art.measures.length).toFixed(1)})`;
  const [x, y] = camera.at;
  const lift = 6.5 * near;
  const hasLine = HAS_LINES.has(surface) && (view === "whole" || chance() < 0.5);
  const line = hasLine ? courtLine(surface, chance, Math.min(near, 3)) : "";
  const ballX = side > 0 ? 610 + chance() * 80 : 110 + chance() * 80;
  const hasBall = view === "whole" && chance() < 0.3;
  const { shadow, racket } = drawn((degrees * Math.PI) / 180, camera);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${UNITS.wide} ${UNITS.high}">` +
    line +
    (hasBall ? ball(ballX, 720 + chance() * 130, 33 * near, chance() * 360) : "") +
    `<g transform="translate(${(x + lift * 0.8).toFixed(1)} ${(y + lift * 1.15).toFixed(1)}) ${pose}">${shadow}</g>` +
    `<g transform="translate(${x} ${y}) ${pose}">${racket}</g></svg>`
  );
}

/** The name of a scene's picture: the hash of everything that decides its pixels. */
export function pictureKey(scene: Scene): string {
  return createHash("sha256")
    .update(JSON.stringify([EDITION, PICTURE, scene]))
    .digest("hex");
}
