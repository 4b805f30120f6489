/**
 * A tennis racket seen from the front, as geometry. Units are millimetres; the tip is at y = 0 and the
 * butt at y = length, x = 0 is the long axis. Pure: the same measures always give the same points.
 */

export type Point = readonly [x: number, y: number];

/** A bent tube: its centre line, the unit normals (pointing away from the string bed) and half its width. */
export interface Tube {
  readonly points: readonly Point[];
  readonly normals: readonly Point[];
  readonly half: readonly number[];
}

export interface RacketMeasures {
  /** Square inches of string bed. */
  readonly headSize: number;
  /** Millimetres from tip to butt; an adult's racket is 685. */
  readonly length: number;
  readonly mains: number;
  readonly crosses: number;
  /** Millimetres of frame that the front view shows. */
  readonly face: number;
}

export interface RacketShape {
  readonly measures: RacketMeasures;
  readonly centre: Point;
  /** Half width and half height of the string bed. */
  readonly bed: Point;
  /** From one end of the shaft around the head to the other end. */
  readonly loop: Tube;
  readonly bridge: Tube;
  /** Where the two arms have become one shaft, where the grip begins, where it ends. */
  readonly joinY: number;
  readonly gripY: number;
  readonly endY: number;
  /** Half the distance of the two arms in the shaft. */
  readonly spread: number;
  readonly mainsAt: readonly number[];
  readonly crossesAt: readonly number[];
}

const SQUARE_MM_PER_SQUARE_INCH = 645.16;
const HEIGHT_TO_WIDTH = 1.31;
/** Where an arm leaves the ellipse, in radians from the tip. */
const LEAVES_AT = (127 * Math.PI) / 180;

const HEAD_STEPS = 56;
const ARM_STEPS = 26;

/** A point of the head's outline, `t` radians from the tip, a little squarer than an ellipse. */
function onHead([cx, cy]: Point, [a, b]: Point, t: number): Point {
  const power = 2 / 2.14;
  const curve = (value: number) => Math.sign(value) * Math.abs(value) ** power;
  return [cx + a * curve(Math.sin(t)), cy - b * curve(Math.cos(t))];
}

function bezier(p: Point, q: Point, r: Point, s: Point, t: number): Point {
  const u = 1 - t;
  const mix = (i: 0 | 1) => u * u * u * p[i] + 3 * u * u * t * q[i] + 3 * u * t * t * r[i] + t * t * t * s[i];
  return [mix(0), mix(1)];
}

function tube(points: readonly Point[], half: (part: number) => number, away: Point): Tube {
  const normals = points.map((_, index): Point => {
    const before = points[Math.max(0, index - 1)] ?? away;
    const after = points[Math.min(points.length - 1, index + 1)] ?? away;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const size = Math.hypot(dx, dy) || 1;
    return [dy / size, -dx / size];
  });
  // The whole line turns one way, so that one look says on which side "away" lies.
  const middle = Math.floor(points.length / 2);
  const [point, normal] = [points[middle] ?? away, normals[middle] ?? away];
  const outward = (point[0] - away[0]) * normal[0] + (point[1] - away[1]) * normal[1] > 0;
  return {
    points,
    normals: outward ? normals : normals.map(([x, y]): Point => [-x, -y]),
    half: points.map((_, index) => half(index / (points.length - 1))),
  };
}

/** Strings are closer in the middle of the bed than at its edges. */
function spaced(count: number, reach: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const part = (2 * (index + 0.5)) / count - 1;
    return reach * part * (0.88 + 0.12 * part * part);
  });
}

export function racketShape(measures: RacketMeasures): RacketShape {
  const { headSize, face, length, mains, crosses } = measures;
  const half = face / 2;
  const a = Math.sqrt((headSize * SQUARE_MM_PER_SQUARE_INCH) / (Math.PI * HEIGHT_TO_WIDTH));
  const b = a * HEIGHT_TO_WIDTH;
  const centre: Point = [0, b + face];
  const middle: Point = [a + half, b + half];
  const spread = half * 0.98;
  const leave = onHead(centre, middle, LEAVES_AT);
  const beforeLeave = onHead(centre, middle, LEAVES_AT - 0.02);
  const slope = (leave[1] - beforeLeave[1]) / (beforeLeave[0] - leave[0]);
  const joinY = leave[1] + (leave[0] - spread) * slope * 1.12;
  const gripY = length - 0.29 * length;

  const arm: Point[] = [];
  const reach = (joinY - leave[1]) * 0.55;
  for (let step = 1; step <= ARM_STEPS; step++) {
    arm.push(
      bezier(
        leave,
        [leave[0] - reach / slope, leave[1] + reach],
        [spread + (leave[0] - spread) * 0.09, joinY - (joinY - leave[1]) * 0.24],
        [spread, joinY],
        step / ARM_STEPS,
      ),
    );
  }
  arm.push([spread, (joinY + gripY) / 2], [spread, gripY + 6]);
  const right: Point[] = [];
  for (let step = 0; step <= HEAD_STEPS; step++) {
    right.push(onHead(centre, middle, (LEAVES_AT * step) / HEAD_STEPS));
  }
  const side = [...right, ...arm];
  const mirrored = side
    .slice(1)
    .reverse()
    .map(([x, y]): Point => [-x, y]);

  const bridgePoints: Point[] = [];
  const low = LEAVES_AT - 0.02;
  for (let step = 0; step <= 40; step++) {
    const t = low + (2 * (Math.PI - low) * step) / 40;
    const [x, y] = onHead(centre, [a + half * 0.8, b + half * 0.8], t);
    bridgePoints.push([x, y]);
  }

  return {
    measures,
    centre,
    bed: [a, b],
    loop: tube([...mirrored, ...side], () => half, centre),
    bridge: tube(bridgePoints, () => half * 0.84, centre),
    joinY,
    gripY,
    endY: length,
    spread,
    mainsAt: spaced(mains, a * 0.985),
    crossesAt: spaced(crosses, b * 0.975).map((y) => centre[1] + y),
  };
}

/** Half the length of the string at distance `at` from the bed's centre line. */
export function bedReach(along: number, across: number, at: number): number {
  const part = Math.min(1, Math.abs(at) / along);
  return across * (1 - part ** 2.14) ** (1 / 2.14);
}

/** A place on a tube: `index` may lie between two points; `across` is -1 at the inner edge and 1 at the outer. */
export function onTube({ points, normals, half }: Tube, index: number, across: number): Point {
  const low = Math.max(0, Math.min(points.length - 1, Math.floor(index)));
  const high = Math.min(points.length - 1, low + 1);
  const part = Math.max(0, Math.min(1, index - low));
  const [p, q] = [points[low] ?? [0, 0], points[high] ?? [0, 0]];
  const [m, n] = [normals[low] ?? [0, 0], normals[high] ?? [0, 0]];
  const width = across * ((half[low] ?? 0) * (1 - part) + (half[high] ?? 0) * part);
  return [
    p[0] * (1 - part) + q[0] * part + width * (m[0] * (1 - part) + n[0] * part),
    p[1] * (1 - part) + q[1] * part + width * (m[1] * (1 - part) + n[1] * part),
  ];
}

/**
 * The outline of a strip of a tube between two indexes and two places across it. `slant` moves the outer edge
 * along the tube, so that the strip's ends are cut obliquely; a tapered end narrows to a point.
 */
export function strip(
  tube: Tube,
  from: number,
  to: number,
  { inner = -1, outer = 1, slant = 0, taper = "" }: StripOptions = {},
): Point[] {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from)));
  const one: Point[] = [];
  const other: Point[] = [];
  const middle = (inner + outer) / 2;
  for (let step = 0; step <= steps; step++) {
    const part = step / steps;
    const narrow =
      taper === "start"
        ? part
        : taper === "end"
          ? 1 - part
          : taper === "both"
            ? 1 - Math.abs(2 * part - 1)
            : 1;
    const index = from + (to - from) * part;
    one.push(onTube(tube, index, middle + (inner - middle) * narrow));
    other.push(onTube(tube, index + slant, middle + (outer - middle) * narrow));
  }
  return [...one, ...other.reverse()];
}

export interface StripOptions {
  readonly inner?: number;
  readonly outer?: number;
  readonly slant?: number;
  readonly taper?: "" | "start" | "end" | "both";
}

/** The index on the loop of a place on one side: 0 the tip, 1 where the arm leaves the head, 2 where the arms meet. */
export function loopIndex({ loop }: RacketShape, place: number, side: "left" | "right"): number {
  const tip = (loop.points.length - 1) / 2;
  const steps = place <= 1 ? place * HEAD_STEPS : HEAD_STEPS + (place - 1) * ARM_STEPS;
  return side === "right" ? tip + steps : tip - steps;
}
