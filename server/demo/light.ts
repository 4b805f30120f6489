import { onTube, strip, type Tube } from "./racket-shape.ts";
import { fill, path } from "./svg.ts";

export type Light = readonly [x: number, y: number, z: number];

/** Light from above left in the picture, seen from a racket that lies turned by `turn` radians. */
export function lightOn(turn: number): Light {
  const [x, y, z] = [-0.42, -0.6, 0.68];
  return [x * Math.cos(turn) + y * Math.sin(turn), -x * Math.sin(turn) + y * Math.cos(turn), z];
}

/**
 * Light and shade on a tube: many small flat patches, gathered by strength. Patches meet without seams because
 * their edges are not smoothed; the tube's own smooth outline clips them.
 */
export function shading(tube: Tube, light: Light, gloss: number, fine: number, id: string): string {
  const patches = new Map<number, string[]>();
  const steps = tube.points.length - 1;
  const strips = 7 * fine;
  for (let index = 0; index < steps; index++) {
    const [nx, ny] = tube.normals[index] ?? [0, 0];
    for (let row = 0; row < strips; row++) {
      const [low, high] = [(2 * row) / strips - 1, (2 * (row + 1)) / strips - 1];
      const across = (low + high) / 2;
      const lean = Math.sign(across) * Math.abs(across) ** 1.5 * 0.97;
      const up = Math.sqrt(1 - lean * lean);
      const lit = nx * lean * light[0] + ny * lean * light[1] + up * light[2];
      const mirrored = Math.max(0, 2 * lit * up - light[2]);
      const shine =
        gloss * 0.75 * mirrored ** 26 * (1 - 0.55 * Math.abs(across)) + gloss * 0.12 * mirrored ** 6;
      const relative = Math.max(0, lit) / light[2];
      const tone = relative < 1 ? -(1 - relative) * 0.62 : (relative - 1) * 0.42;
      const level = Math.round(40 * Math.max(-0.72, Math.min(0.85, tone + shine)));
      if (level === 0) continue;
      const corners = [
        onTube(tube, index, low),
        onTube(tube, index + 1, low),
        onTube(tube, index + 1, high),
        onTube(tube, index, high),
      ];
      const found = patches.get(level);
      if (found) found.push(path(corners));
      else patches.set(level, [path(corners)]);
    }
  }
  const all = [...patches].map(([level, parts]) =>
    fill(parts.join(""), level < 0 ? "#05070c" : "#ffffff", Math.abs(level) / 40),
  );
  return (
    `<clipPath id="${id}"><path d="${path(strip(tube, 0, steps))}"/></clipPath>` +
    `<g clip-path="url(#${id})" shape-rendering="crispEdges">${all.join("")}</g>`
  );
}
