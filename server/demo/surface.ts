/** What the rackets lie on: a piece of court or floor seen from above, made pixel by pixel. */
import sharp from "sharp";
import { channels } from "./colors.ts";
import { random } from "./random.ts";

export const SURFACES = ["clay", "grass", "blue", "green", "violet", "chalk", "wood", "slate"] as const;
export type Surface = (typeof SURFACES)[number];

interface Look {
  readonly color: string;
  /** How much the tone wanders, in 255ths: over hands, over fingers, from grain to grain. */
  readonly wide: number;
  readonly near: number;
  readonly grain: number;
  /** Brush or growth marks: strength, and how many times longer than wide. */
  readonly drawn: number;
  readonly stretch: number;
}

const LOOKS: Readonly<Record<Surface, Look>> = {
  clay: { color: "#ab5b3b", wide: 4, near: 6, grain: 17, drawn: 4, stretch: 30 },
  grass: { color: "#587a43", wide: 5, near: 7, grain: 8, drawn: 12, stretch: 4 },
  blue: { color: "#2a618f", wide: 3, near: 2, grain: 11, drawn: 0, stretch: 1 },
  green: { color: "#37705b", wide: 3, near: 2, grain: 11, drawn: 0, stretch: 1 },
  violet: { color: "#564a85", wide: 3, near: 2, grain: 11, drawn: 0, stretch: 1 },
  chalk: { color: "#d9d3c7", wide: 3, near: 2.5, grain: 4, drawn: 0, stretch: 1 },
  wood: { color: "#a98158", wide: 5, near: 1, grain: 4, drawn: 8, stretch: 30 },
  slate: { color: "#717c86", wide: 3, near: 2, grain: 11, drawn: 0, stretch: 1 },
};

/** Smooth noise around 128: `columns` x `rows` random tones, drawn large. */
async function noise(seed: string, columns: number, rows: number, width: number, height: number) {
  const next = random(seed);
  const tones = Buffer.from(Uint8Array.from({ length: columns * rows }, () => next() * 256));
  return sharp(tones, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}

/** Raw RGB pixels, lit from above left; the same for the same surface and size. */
export async function paintSurface(surface: Surface, width: number, height: number): Promise<Buffer> {
  const look = LOOKS[surface];
  const upright = surface === "grass";
  const [short, long] = [Math.round(width / 5), Math.max(2, Math.round(width / 5 / look.stretch))];
  const [wide, near, drawn] = await Promise.all([
    noise(`${surface} wide`, 5, 6, width, height),
    noise(`${surface} near`, Math.round(width / 14), Math.round(height / 14), width, height),
    upright
      ? noise(`${surface} drawn`, short, long * 2, width, height)
      : noise(`${surface} drawn`, long, short, width, height),
  ]);
  const [red, green, blue] = channels(look.color);
  const pixels = Buffer.allocUnsafe(width * height * 3);
  let state = 0x2545f491;
  const plank = Math.round(height / 5.5);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y + plank * 0.4) / plank);
    const gap = surface === "wood" ? Math.min((y + plank * 0.4) % plank, 6) : 6;
    const board = surface === "wood" ? (((row * 37) % 5) - 2) * 5 - (gap < 3 ? 46 : gap < 5 ? -8 : 0) : 0;
    const stripe = surface === "grass" ? (Math.sin((y / height) * 9.5) > 0 ? 7 : -7) : 0;
    for (let x = 0; x < width; x++, at++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const speck = ((state & 255) + ((state >>> 8) & 255) - 255) / 255;
      const light = 13 - 26 * ((x / width) * 0.45 + (y / height) * 0.55);
      const tone =
        light +
        stripe +
        board +
        (((wide[at] ?? 128) - 128) * look.wide) / 64 +
        (((near[at] ?? 128) - 128) * look.near) / 64 +
        (((drawn[at] ?? 128) - 128) * look.drawn) / 64 +
        speck * look.grain;
      const part = 1 + tone / 150;
      pixels[3 * at] = Math.max(0, Math.min(255, red * part));
      pixels[3 * at + 1] = Math.max(0, Math.min(255, green * part));
      pixels[3 * at + 2] = Math.max(0, Math.min(255, blue * part));
    }
  }
  return pixels;
}
