/** Light on what lies there: heights become shade, silhouettes become shadows. All in plain arrays. */

/** Kept from one blur to the next; none of them waits for anything in between. */
let scratch = new Float32Array(0);

/** Three passes of a box are as good as a bell. In place; `radius` in pixels. */
export function blurred(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const reach = Math.max(1, Math.round(radius / 1.7));
  if (scratch.length !== values.length) scratch = new Float32Array(values.length);
  const other = scratch;
  for (let pass = 0; pass < 3; pass++) {
    boxRows(values, other, width, height, reach);
    boxColumns(other, values, width, height, reach);
  }
  return values;
}

function boxRows(from: Float32Array, to: Float32Array, width: number, height: number, reach: number): void {
  const share = 1 / (2 * reach + 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const last = row + width - 1;
    let sum = 0;
    for (let x = -reach; x <= reach; x++) sum += from[Math.min(last, Math.max(row, row + x))] ?? 0;
    for (let x = 0; x < width; x++) {
      to[row + x] = sum * share;
      sum += (from[Math.min(last, row + x + reach + 1)] ?? 0) - (from[Math.max(row, row + x - reach)] ?? 0);
    }
  }
}

/** Row by row with a sum for each column, so that memory is read in its order. */
function boxColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  reach: number,
): void {
  const share = 1 / (2 * reach + 1);
  const sums = new Float32Array(width);
  const rowOf = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  for (let y = -reach; y <= reach; y++) {
    const row = rowOf(y);
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (from[row + x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    const [row, enters, leaves] = [y * width, rowOf(y + reach + 1), rowOf(y - reach)];
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0;
      to[row + x] = sum * share;
      sums[x] = sum + (from[enters + x] ?? 0) - (from[leaves + x] ?? 0);
    }
  }
}

const LIGHT = [-0.42, -0.6, 0.68] as const;

/**
 * The tone of every place of a height map: 128 leaves a colour as it is, less darkens, more lightens.
 * @param gloss 0 is cloth, 1 is lacquer
 */
export function toned(heights: Float32Array, width: number, height: number, gloss: number): Buffer {
  const tones = Buffer.allocUnsafe(width * height);
  const [lx, ly, lz] = LIGHT;
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width;
    const down = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const left = heights[y * width + Math.max(0, x - 1)] ?? 0;
      const right = heights[y * width + Math.min(width - 1, x + 1)] ?? 0;
      const nx = (left - right) / 2;
      const ny = ((heights[up + x] ?? 0) - (heights[down + x] ?? 0)) / 2;
      const size = 1 / Math.sqrt(nx * nx + ny * ny + 1);
      const lit = (nx * lx + ny * ly + lz) * size;
      const relative = lit > 0 ? lit / lz : 0;
      let tone = relative < 1 ? -(1 - relative) * 0.7 : (relative - 1) * 0.5;
      if (gloss > 0) {
        const mirrored = Math.max(0, 2 * lit * size - lz);
        tone += gloss * 0.8 * mirrored ** 20;
      }
      tones[at] = 128 + 127 * Math.max(-0.8, Math.min(0.8, tone));
    }
  }
  return tones;
}
