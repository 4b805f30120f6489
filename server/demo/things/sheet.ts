/**
 * What a drawing of a thing is made of: flat colours, and heights that the light falls on (relief.ts). Units are
 * those of the picture, 800 x 1000, with the thing's middle at 0,0.
 */
import { shaded } from "../colors.ts";
import type { Random } from "../random.ts";
import { fill, stroke } from "../svg.ts";

/** How the light finds a surface: fine marks in units, and how much it shines. */
export type Finish = "knit" | "canvas" | "terry" | "felt" | "plastic" | "paper" | "metal";

export type Place = readonly [x: number, y: number];

/** A place to go near to. */
export interface CellPosition {
  readonly x: number;
  readonly y: number;
  readonly near: number;
}

export interface Drawing {
  readonly paint: string;
  /** Greys over #808080: higher is lighter. Bodies are broad, folds are soft, seams are fine. */
  readonly bodies: string;
  readonly folds: string;
  readonly seams: string;
  /** Drawn after the light has fallen: glass, film, small highlights. */
  readonly over: string;
  readonly finish: Finish;
  /** How round its edges are, and how far its shadow falls. */
  readonly round: number;
  readonly lift: number;
  readonly close: CellPosition;
  readonly detail: CellPosition;
}

interface Made {
  readonly finish: Finish;
  readonly round: number;
  readonly lift: number;
  readonly close: CellPosition;
  readonly detail: CellPosition;
}

const grey = (high: number) => (high < 0 ? "#000000" : "#ffffff");

function nameOf(text: string): string {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return (hash >>> 0).toString(36);
}

/** Collects a drawing part by part, each part with its colour and its height. */
export class Sheet {
  paint = "";
  bodies = "";
  folds = "";
  seams = "";
  over = "";

  /** A flat piece of this colour. */
  piece(d: string, color: string, opacity = 1): this {
    this.paint += fill(d, color, opacity);
    return this;
  }

  /** A piece that stands out (or lies lower, below 0) with an edge that catches the light. */
  panel(d: string, color: string, high = 0.5): this {
    this.piece(d, color);
    return this.raise(d, high);
  }

  raise(d: string, high: number): this {
    this.seams += fill(d, grey(high), Math.abs(high));
    return this;
  }

  /** A broad swelling or hollow. */
  swell(d: string, high: number): this {
    this.bodies += fill(d, grey(high), Math.abs(high));
    return this;
  }

  line(d: string, color: string, width: number, opacity = 1): this {
    this.paint += `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round" stroke-linecap="round"/>`;
    return this;
  }

  /** A cord or strap: a line with its own roundness. */
  cord(d: string, color: string, width: number, high = 0.7): this {
    this.line(d, shaded(color, -0.45), width + 1.6, 0.55).line(d, color, width);
    this.seams += `<path d="${d}" fill="none" stroke="${grey(high)}" stroke-opacity="${Math.abs(high)}" stroke-width="${width * 0.8}" stroke-linejoin="round" stroke-linecap="round"/>`;
    return this;
  }

  /** Where two pieces are sewn together. */
  seam(d: string, width = 1.5): this {
    this.paint += stroke(d, "#06080c", width * 0.7, 0.38);
    this.seams += stroke(d, "#000000", width * 2.2, 0.6);
    return this;
  }

  stitch(d: string, color: string, opacity = 0.75): this {
    this.paint += `<path d="${d}" fill="none" stroke="${color}" stroke-width="1.1" stroke-dasharray="4 2.6" stroke-opacity="${opacity}"/>`;
    return this;
  }

  /** A ridge of cloth, or below 0 a valley, widest in its middle; `bend` moves that aside. */
  fold([x1, y1]: Place, [x2, y2]: Place, bend: number, width: number, high: number): this {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const size = Math.hypot(dx, dy) || 1;
    const aside = (by: number) =>
      `${((x1 + x2) / 2 - (dy / size) * by).toFixed(1)} ${((y1 + y2) / 2 + (dx / size) * by).toFixed(1)}`;
    const [start, end] = [`${x1.toFixed(1)} ${y1.toFixed(1)}`, `${x2.toFixed(1)} ${y2.toFixed(1)}`];
    const d = `M${start}Q${aside(bend + width)} ${end}Q${aside(bend - width)} ${start}Z`;
    this.folds += `<path d="${d}" fill="${grey(high)}" fill-opacity="${Math.abs(high).toFixed(3)}"/>`;
    return this;
  }

  /** A zip: tape, teeth, and a puller at `t` of its length, for a straight zip. */
  zip(x1: number, y1: number, x2: number, y2: number, color: string, pull: string): this {
    const d = `M${x1} ${y1}L${x2} ${y2}`;
    this.line(d, shaded(color, -0.3), 9).line(d, "#0b0c0f", 3.4, 0.8);
    this.paint += `<path d="${d}" fill="none" stroke="#c9ccd0" stroke-width="3" stroke-dasharray="1.5 1.9" stroke-opacity="0.8"/>`;
    this.seams += stroke(d, "#ffffff", 4, 0.5);
    const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
    const tag = "M-4 -4h9l2 3h16v2.5h-16l-2 3h-9Z";
    const at = `transform="translate(${x1 + (x2 - x1) * 0.06} ${y1 + (y2 - y1) * 0.06}) rotate(${angle.toFixed(1)})"`;
    this.paint += `<g ${at}>${fill(tag, pull)}</g>`;
    this.seams += `<g ${at}>${fill(tag, "#ffffff", 0.8)}</g>`;
    return this;
  }

  /** Makes level again what lies below: something else is laid on it. */
  level(d: string): this {
    const flat = fill(d, "#808080");
    this.bodies += flat;
    this.folds += flat;
    this.seams += flat;
    return this;
  }

  /** A zip that follows a line. */
  zipAlong(d: string, color: string): this {
    this.line(d, shaded(color, -0.35), 10).line(d, "#0b0c0f", 3.6, 0.75);
    this.paint += `<path d="${d}" fill="none" stroke="#c9ccd0" stroke-width="3" stroke-dasharray="1.5 1.9" stroke-opacity="0.75"/>`;
    this.seams += stroke(d, "#000000", 13, 0.5) + stroke(d, "#ffffff", 4, 0.6);
    return this;
  }

  /** Everything that `draw` adds to the colours, cut to this outline. */
  within(d: string, draw: (inner: Sheet) => void): this {
    const inner = new Sheet();
    draw(inner);
    // The same outline has the same name, wherever in a drawing it is used.
    const id = `w${nameOf(d)}`;
    const clip = `<clipPath id="${id}"><path d="${d}"/></clipPath>`;
    const cut = (svg: string) => (svg ? `${clip}<g clip-path="url(#${id})">${svg}</g>` : "");
    this.paint += cut(inner.paint);
    this.bodies += cut(inner.bodies);
    this.folds += cut(inner.folds);
    this.seams += cut(inner.seams);
    this.over += cut(inner.over);
    return this;
  }

  /** Another sheet's drawing, moved: as in "translate(10 20) rotate(8)". */
  add(other: Sheet, transform: string): this {
    const moved = (svg: string) => (svg && transform ? `<g transform="${transform}">${svg}</g>` : svg);
    this.paint += moved(other.paint);
    this.bodies += moved(other.bodies);
    this.folds += moved(other.folds);
    this.seams += moved(other.seams);
    this.over += moved(other.over);
    return this;
  }

  made(how: Made): Drawing {
    const { paint, bodies, folds, seams, over } = this;
    return { paint, bodies, folds, seams, over, ...how };
  }
}

/** A number between two, by chance. */
export const between = (chance: Random, low: number, high: number) => low + (high - low) * chance();
