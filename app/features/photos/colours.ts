/** The x and y (CIE 1931) of red, green, blue and white. */
export type Chromaticities = readonly [
  rx: number,
  ry: number,
  gx: number,
  gy: number,
  bx: number,
  by: number,
  wx: number,
  wy: number,
];

/**
 * The meaning of a picture's numbers. `linear` turns a stored value (0 to 1) into light, where 1 is the white of a page.
 * With `hdr`, light may exceed 1. `system` is the exponent by which HLG makes bright scenes brighter.
 */
export type Colours = {
  readonly chromaticities: Chromaticities;
  readonly linear: (value: number) => number;
  readonly hdr?: { readonly system: number };
};

const D65 = [0.3127, 0.329] as const;
export const SRGB: Chromaticities = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...D65];

/** Primaries by their number in ITU-T H.273, table 2. Unspecified and reserved numbers are those of sRGB. */
const PRIMARIES: Readonly<Record<number, Chromaticities>> = {
  4: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.31, 0.316],
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...D65],
  6: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  7: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  8: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.31, 0.316],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65],
  10: [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...D65],
  22: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...D65],
};

// The light of a page's white, in candela per square metre (ITU-R BT.2408), and the peak of an HLG screen.
const WHITE_NITS = 203;
const HLG_NITS = 1000;

export function srgbToLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** By the number of the transfer function in H.273, table 3. */
const TRANSFERS: Readonly<Record<number, Pick<Colours, "linear" | "hdr">>> = {
  4: { linear: (value) => value ** 2.2 },
  5: { linear: (value) => value ** 2.8 },
  8: { linear: (value) => value },
  16: { linear: pqToLinear, hdr: { system: 1 } },
  17: { linear: (value) => (52.37 / 48) * value ** 2.6 },
  18: { linear: hlgToLinear, hdr: { system: 1.2 } },
};

function pqToLinear(value: number): number {
  const root = value ** (1 / 78.84375);
  const light = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root);
  return (light ** (1 / 0.1593017578125) * 10_000) / WHITE_NITS;
}

// The light of the scene. `brightened` turns it into that of a screen.
function hlgToLinear(value: number): number {
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
}

/**
 * The colours of these code points (ITU-T H.273), which an `nclx` of HEIC and AVIF and a `cICP` of PNG contain. Null:
 * those of sRGB. The curves of television for standard brightness count as sRGB, as browsers show them.
 */
export function coloursOfCodes(primaries: number, transfer: number): Colours | null {
  const chromaticities = PRIMARIES[primaries];
  const curve = TRANSFERS[transfer];
  if (!(chromaticities || curve)) return null;
  return { chromaticities: chromaticities ?? SRGB, ...(curve ?? { linear: srgbToLinear }) };
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number];
type Three = readonly [number, number, number];

function times([a, b, c, d, e, f, g, h, i]: Matrix, [x, y, z]: Three): Three {
  return [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z];
}

function product(matrix: Matrix, [a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [p, q, r] = [times(matrix, [a, d, g]), times(matrix, [b, e, h]), times(matrix, [c, f, i])];
  return [p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]];
}

function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const by = 1 / (a * p + b * q + c * r);
  return [
    ...([p * by, (c * h - b * i) * by, (b * f - c * e) * by] as const),
    ...([q * by, (a * i - c * g) * by, (c * d - a * f) * by] as const),
    ...([r * by, (b * g - a * h) * by, (a * e - b * d) * by] as const),
  ];
}

const BRADFORD: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/** From linear light of these primaries to XYZ, with their white. */
function toXyz([rx, ry, gx, gy, bx, by, wx, wy]: Chromaticities): Matrix {
  const columns: Matrix = [rx, gx, bx, ry, gy, by, 1 - rx - ry, 1 - gx - gy, 1 - bx - by];
  const [r, g, b] = times(inverse(columns), [wx / wy, 1, (1 - wx - wy) / wy]);
  return product(columns, [r, 0, 0, 0, g, 0, 0, 0, b]);
}

/** From linear light of these primaries to linear sRGB. White stays white. */
function toLinearSrgb(chromaticities: Chromaticities): Matrix {
  const xyz = toXyz(chromaticities);
  const [from, to] = [
    times(product(BRADFORD, xyz), [1, 1, 1]),
    times(product(BRADFORD, toXyz(SRGB)), [1, 1, 1]),
  ];
  const scaled: Matrix = [to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]];
  const adapted = product(inverse(BRADFORD), product(scaled, BRADFORD));
  return product(inverse(toXyz(SRGB)), product(adapted, xyz));
}

/** Whether numbers of these primaries can be converted: the three must span a triangle that contains colours. */
export function isUsable(chromaticities: Chromaticities): boolean {
  return chromaticities[7] > 0 && toLinearSrgb(chromaticities).every(Number.isFinite);
}

// Enough steps that the darkest ones differ by less than an eight-bit step.
const STEPS = 16_384;
const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const light = step / STEPS;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

function encoded(light: number): number {
  return ENCODED[Math.round(Math.min(1, Math.max(0, light)) * STEPS)] ?? 0;
}

// Light below the knee stays as it is. Above, the picture's brightest light becomes white.
const KNEE = 0.5;

function toneMapped(light: number, peak: number): number {
  if (peak <= 1 || light <= KNEE) return light;
  const [over, most] = [(light - KNEE) / (1 - KNEE), (peak - KNEE) / (1 - KNEE)];
  return KNEE + ((1 - KNEE) * over * (1 + over / most ** 2)) / (1 + over);
}

/**
 * Converts pixels of 8 or 16 bits, with or without alpha, to 8-bit sRGB on white. Colours beyond sRGB become its
 * nearest; light beyond white is compressed, so that bright parts keep their drawing and their hue.
 */
export function toSrgb(pixels: Uint8Array | Uint16Array, channels: number, colours: Colours): Uint8Array {
  const most = pixels instanceof Uint16Array ? 65_535 : 255;
  const light = Float32Array.from({ length: most + 1 }, (_, value) => colours.linear(value / most));
  const [xr, xg, xb, yr, yg, yb, zr, zg, zb] = toLinearSrgb(colours.chromaticities);
  const luma = toXyz(colours.chromaticities).slice(3, 6) as unknown as Three;
  const at = (index: number) => light[pixels[index] ?? 0] ?? 0;
  // The factor by which HLG's screen is brighter than its scene.
  const brightened = (r: number, g: number, b: number) =>
    colours.hdr && colours.hdr.system !== 1
      ? (HLG_NITS / WHITE_NITS) * (luma[0] * r + luma[1] * g + luma[2] * b) ** (colours.hdr.system - 1)
      : 1;
  let peak = 1;
  if (colours.hdr)
    for (let from = 0; from < pixels.length; from += channels) {
      const [r, g, b] = [at(from), at(from + 1), at(from + 2)];
      peak = Math.max(peak, Math.max(r, g, b) * brightened(r, g, b));
    }
  const converted = new Uint8Array((pixels.length / channels) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += channels, to += 3) {
    let [r, g, b] = [at(from), at(from + 1), at(from + 2)];
    if (colours.hdr) {
      const factor = brightened(r, g, b);
      const brightest = Math.max(r, g, b) * factor;
      const scale = brightest > 0 ? (factor * toneMapped(brightest, peak)) / brightest : 0;
      [r, g, b] = [r * scale, g * scale, b * scale];
    }
    const opacity = channels === 4 ? (pixels[from + 3] ?? most) / most : 1;
    const onWhite = (value: number) => Math.round(encoded(value) * opacity + 255 * (1 - opacity));
    converted[to] = onWhite(xr * r + xg * g + xb * b);
    converted[to + 1] = onWhite(yr * r + yg * g + yb * b);
    converted[to + 2] = onWhite(zr * r + zg * g + zb * b);
  }
  return converted;
}
