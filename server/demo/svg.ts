/** Pieces of SVG, in the units of whoever draws. */
import type { Point } from "./racket-shape.ts";

const points = (all: readonly Point[]) => all.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");

/** The `d` of a closed outline, and of an open line. */
export const path = (all: readonly Point[]) => `M${points(all)}Z`;
export const line = (all: readonly Point[]) => `M${points(all)}`;

const faint = (what: string, opacity: number) =>
  opacity < 1 ? ` ${what}-opacity="${opacity.toFixed(3)}"` : "";

export function fill(d: string, color: string, opacity = 1): string {
  return `<path d="${d}" fill="${color}"${faint("fill", opacity)}/>`;
}

/** `aside` moves the line, as in "0 -1.1". */
export function stroke(d: string, color: string, width: number, opacity = 1, aside = ""): string {
  const moved = aside ? ` transform="translate(${aside})"` : "";
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}"${faint("stroke", opacity)}${moved}/>`;
}
