/** The pixels of a picture. Only the painting process (painter.ts) loads what makes them. */
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { drawRacket, drawShadow, sketchRacket } from "./draw-racket.ts";
import { composed, PICTURE, type RacketScene, type Scene } from "./picture.ts";
import { paintSurface, type Surface } from "./surface.ts";
import { paintThing, sketchThing } from "./things/paint-thing.ts";

/** Raw pixels, three bytes each. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const surfaces = new Map<string, Promise<Buffer>>();

function surfacePixels(
  surface: Surface,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const name = `${surface} ${width}`;
  const kept = surfaces.get(name);
  if (kept) return kept;
  const painted = paintSurface(surface, width, height);
  surfaces.set(name, painted);
  return painted;
}

/** By hand, because sharp's compositing takes several times as long. */
async function laidOn(surface: Promise<Buffer>, svg: string, width: number, height: number): Promise<Pixels> {
  const [ground, above] = await Promise.all([
    surface,
    sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(),
  ]);
  const data = Buffer.allocUnsafe(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    const alpha = above[from + 3] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      const under = ground[to + channel] ?? 0;
      const over = above[from + channel] ?? 0;
      data[to + channel] = alpha === 0 ? under : under + ((over - under) * alpha) / 255;
    }
  }
  return { data, width, height };
}

/** The picture of a scene. */
export async function paint(scene: Scene): Promise<Pixels> {
  const ground = surfacePixels(scene.surface, PICTURE);
  if ("thing" in scene) return { data: await paintThing(scene, await ground, PICTURE), ...PICTURE };
  const svg = composed(scene, PICTURE, (turn, { fine, layers }) => ({
    shadow: drawShadow(scene.art, layers),
    racket: drawRacket(scene.art, turn, fine),
  }));
  return laidOn(ground, svg, PICTURE.width, PICTURE.height);
}

/** Enough to see thin frames and strings by, and all that a hash of boxes needs: it takes a fifth of the time. */
const SKETCH = { width: 64, height: 80 } as const;
const BOXES = { width: 32, height: 40 } as const;

async function sketchedRacket(scene: RacketScene, ground: Promise<Buffer>): Promise<Buffer> {
  const svg = composed(scene, SKETCH, () => ({ shadow: "", racket: sketchRacket(scene.art) }));
  return (await laidOn(ground, svg, SKETCH.width, SKETCH.height)).data;
}

/** The thumbhash (base64) of a scene's picture, without painting that. */
export async function thumbhashOf(scene: Scene): Promise<string> {
  const size = "thing" in scene ? BOXES : SKETCH;
  const ground = surfacePixels(scene.surface, size);
  const data =
    "thing" in scene ? sketchThing(scene, await ground, size) : await sketchedRacket(scene, ground);
  const { width, height } = size;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4)
    rgba.set(data.subarray(from, from + 3), to);
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString("base64");
}
