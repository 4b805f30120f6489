import type { Finish } from "./sheet.ts";

/** Lighter or darker at a place: the threads of a cloth, the fluff of a ball. */
export type Grain = (x: number, y: number) => number;

/** The same number from -1 to 1 for the same cell. */
function cell(x: number, y: number): number {
  let mix = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  mix = Math.imul(mix ^ (mix >>> 13), 1274126177);
  return ((mix ^ (mix >>> 16)) & 1023) / 511.5 - 1;
}

interface Look {
  /** Threads: how strong, and how many units from one to the next. */
  readonly weave: number;
  readonly thread: number;
  readonly speck: number;
  /** Tufts, of so many units. */
  readonly tuft: number;
  readonly tuftSize: number;
}

const LOOKS: Readonly<Record<Finish, Look>> = {
  knit: { weave: 0.028, thread: 2.1, speck: 0.014, tuft: 0, tuftSize: 1 },
  canvas: { weave: 0.04, thread: 2.4, speck: 0.02, tuft: 0, tuftSize: 1 },
  terry: { weave: 0, thread: 1, speck: 0.02, tuft: 0.075, tuftSize: 2.4 },
  felt: { weave: 0, thread: 1, speck: 0.05, tuft: 0.05, tuftSize: 2 },
  plastic: { weave: 0, thread: 1, speck: 0.006, tuft: 0, tuftSize: 1 },
  paper: { weave: 0, thread: 1, speck: 0.014, tuft: 0.008, tuftSize: 3 },
  metal: { weave: 0, thread: 1, speck: 0.012, tuft: 0, tuftSize: 1 },
};

/** The grain of a thing that lies turned by `radians`, `near` times as large; `unit` pixels are a unit of the picture. */
export function grainOf(
  finish: Finish,
  { radians, near }: { readonly radians: number; readonly near: number },
  unit: number,
): Grain {
  const look = LOOKS[finish];
  const size = unit * near;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const turn = (2 * Math.PI) / (look.thread * size);
  const tuft = 1 / (look.tuftSize * size);
  return (x, y) => {
    const speck = look.speck * cell(x, y);
    if (look.tuft > 0) {
      const [u, v] = [(x * cos + y * sin) * tuft, (y * cos - x * sin) * tuft];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [a, b] = [u - left, v - top];
      const upper = cell(left, top) * (1 - a) + cell(left + 1, top) * a;
      const lower = cell(left, top + 1) * (1 - a) + cell(left + 1, top + 1) * a;
      return speck + look.tuft * (upper * (1 - b) + lower * b);
    }
    if (look.weave === 0) return speck;
    const [u, v] = [(x * cos + y * sin) * turn, (y * cos - x * sin) * turn];
    return speck + look.weave * Math.sin(u) * Math.sin(v);
  };
}
