/** The pixels of a picture of a thing: its drawing, lit, on its surface. */
import sharp from "sharp";
import { channels } from "../colors.ts";
import { random } from "../random.ts";
import { UNITS } from "../units.ts";
import type { ThingScene } from "./art.ts";
import { drawThing } from "./draw-thing.ts";
import { grainOf } from "./grain.ts";
import { blurred, toned } from "./relief.ts";
import type { Drawing } from "./sheet.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a thing lies before the camera. */
interface Pose {
  readonly transform: string;
  readonly radians: number;
  readonly near: number;
}

function poseOf({ thing, view }: ThingScene, drawing: Drawing): Pose {
  const chance = random(`${thing.seed} ${view} pose`);
  const spot = view === "whole" ? { x: 0, y: 0, near: 1 } : drawing[view];
  const side = random(thing.seed)() < 0.5 ? -1 : 1;
  const degrees = side * (view === "whole" ? 3 + chance() * 6 : 8 + chance() * 10);
  const near = spot.near * (0.97 + chance() * 0.06);
  return {
    transform: `translate(400 500) rotate(${degrees.toFixed(1)}) scale(${near.toFixed(3)}) translate(${-spot.x} ${-spot.y})`,
    radians: (degrees * Math.PI) / 180,
    near,
  };
}

const document = ({ width, height }: Size, inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${UNITS.wide} ${UNITS.high}">${inside}</svg>`,
  );

const colours = (size: Size, pose: Pose, svg: string) =>
  sharp(document(size, `<g transform="${pose.transform}">${svg}</g>`))
    .ensureAlpha()
    .raw()
    .toBuffer();

/** Adds to `heights` what is drawn in greys, softened over `soft` units; a white place is `high` units high. */
async function raised(
  heights: Float32Array,
  size: Size,
  pose: Pose,
  svg: string,
  { soft, high }: { soft: number; high: number },
): Promise<void> {
  if (!svg) return;
  const unit = (size.width / UNITS.wide) * pose.near;
  const ground = `<rect width="${UNITS.wide}" height="${UNITS.high}" fill="#808080"/>`;
  const grey = await sharp(document(size, `${ground}<g transform="${pose.transform}">${svg}</g>`))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const layer = new Float32Array(grey.length);
  // Loops throughout: a function for each of two million pixels would take several times as long.
  for (let at = 0; at < layer.length; at++) layer[at] = (((grey[at] ?? 128) - 128) / 127) * high * unit;
  blurred(layer, size.width, size.height, soft * unit);
  for (let at = 0; at < heights.length; at++) heights[at] = (heights[at] ?? 0) + (layer[at] ?? 0);
}

const GLOSS: Partial<Record<Drawing["finish"], number>> = {
  plastic: 0.5,
  metal: 0.9,
  paper: 0.12,
  canvas: 0.1,
};

/** Light and shade, one byte for each pixel of `size`; made at half of it. */
async function tonesOf(drawing: Drawing, pose: Pose, alpha: Buffer, full: Size): Promise<Buffer> {
  const size = { width: full.width / 2, height: full.height / 2 };
  const unit = (size.width / UNITS.wide) * pose.near;
  const silhouette = await sharp(alpha, { raw: { ...full, channels: 1 } })
    .resize(size.width, size.height, { kernel: "linear" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const heights = new Float32Array(silhouette.length);
  for (let at = 0; at < heights.length; at++)
    heights[at] = ((silhouette[at] ?? 0) / 255) * drawing.round * unit;
  blurred(heights, size.width, size.height, drawing.round * 0.75 * unit);
  await raised(heights, size, pose, drawing.bodies, { soft: 26, high: 44 });
  await raised(heights, size, pose, drawing.folds, { soft: 6.5, high: 11 });
  await raised(heights, size, pose, drawing.seams, { soft: 1.5, high: 2.6 });
  const tones = toned(heights, size.width, size.height, GLOSS[drawing.finish] ?? 0);
  return sharp(tones, { raw: { ...size, channels: 1 } })
    .resize(full.width, full.height, { kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

/** How dark the ground is, one byte for each pixel of `full`: 0 is lit. */
async function shadowOf(drawing: Drawing, pose: Pose, alpha: Buffer, full: Size): Promise<Buffer> {
  const size = { width: full.width / 4, height: full.height / 4 };
  const small = await sharp(alpha, { raw: { ...full, channels: 1 } })
    .resize(size.width, size.height, { kernel: "linear" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const unit = (size.width / UNITS.wide) * pose.near;
  const lift = drawing.lift * unit;
  const moved = (by: number, soft: number) => {
    const [dx, dy] = [Math.round(by * 0.8), Math.round(by * 1.1)];
    const layer = new Float32Array(small.length);
    for (let y = Math.max(0, dy); y < size.height; y++) {
      for (let x = Math.max(0, dx); x < size.width; x++) {
        layer[y * size.width + x] = small[(y - dy) * size.width + x - dx] ?? 0;
      }
    }
    return blurred(layer, size.width, size.height, Math.max(1, soft));
  };
  const [near, far] = [moved(lift * 0.35, lift * 0.3), moved(lift, lift * 0.8)];
  const dark = Buffer.allocUnsafe(small.length);
  for (let at = 0; at < dark.length; at++)
    dark[at] = Math.min(255, (near[at] ?? 0) * 0.42 + (far[at] ?? 0) * 0.3);
  return sharp(dark, { raw: { ...size, channels: 1 } })
    .resize(full.width, full.height, { kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

/** Lays `above` (four bytes each) over `data` (three bytes each). */
function laidOver(data: Buffer, above: Buffer): void {
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    const alpha = above[from + 3] ?? 0;
    if (alpha === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const under = data[to + channel] ?? 0;
      data[to + channel] = under + (((above[from + channel] ?? 0) - under) * alpha) / 255;
    }
  }
}

/** Raw RGB pixels of the scene; `ground` are its surface's. */
export async function paintThing(scene: ThingScene, ground: Buffer, full: Size): Promise<Buffer> {
  const drawing = drawThing(scene.thing);
  const pose = poseOf(scene, drawing);
  const above = await colours(full, pose, drawing.paint);
  const alpha = Buffer.allocUnsafe(full.width * full.height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = above[4 * at + 3] ?? 0;
  const tones = await tonesOf(drawing, pose, alpha, full);
  const shadow = await shadowOf(drawing, pose, alpha, full);
  const data = Buffer.allocUnsafe(full.width * full.height * 3);
  const grain = grainOf(drawing.finish, pose, full.width / UNITS.wide);
  for (let y = 0, at = 0; y < full.height; y++) {
    for (let x = 0; x < full.width; x++, at++) {
      const cover = (alpha[at] ?? 0) / 255;
      const lit = 1 - (shadow[at] ?? 0) / 255;
      const tone = cover > 0 ? ((tones[at] ?? 128) - 128) / 127 + grain(x, y) : 0;
      for (let channel = 0; channel < 3; channel++) {
        const under = (ground[3 * at + channel] ?? 0) * lit;
        const own = above[4 * at + channel] ?? 0;
        const shown = tone < 0 ? own * (1 + tone) : own + (255 - own) * tone;
        data[3 * at + channel] = under + (shown - under) * cover;
      }
    }
  }
  if (drawing.over) laidOver(data, await colours(full, pose, drawing.over));
  return data;
}

/** A picture of a few dozen pixels: its colours where it lies, on its ground. Plain loops, as it is done by the hundred. */
export function sketchThing({ thing, view }: ThingScene, ground: Buffer, { width, height }: Size): Buffer {
  const data = Buffer.from(ground);
  const box = (wide: number, high: number, color: string) => {
    const rgb = channels(color);
    const [half, tall] = [Math.round((wide * width) / 2), Math.round((high * height) / 2)];
    for (let y = height / 2 - tall; y < height / 2 + tall; y++)
      for (let x = width / 2 - half; x < width / 2 + half; x++)
        for (let channel = 0; channel < 3; channel++) data[3 * (y * width + x) + channel] = rgb[channel] ?? 0;
  };
  const [wide, high] = view === "whole" ? [thing.shape === "can" ? 0.3 : 0.56, 0.6] : [1, 0.96];
  box(wide, high, thing.main);
  box(wide / 2, high / 4, thing.accent);
  return data;
}
