import { describe, expect, test } from "vitest";
import { demoStock } from "../listing.ts";
import { paintSurface } from "../surface.ts";
import { SHAPES, type Shape, THING_VIEWS, type ThingArt } from "./art.ts";
import { drawThing } from "./draw-thing.ts";
import { paintThing } from "./paint-thing.ts";

const art = (shape: Shape, more: Partial<ThingArt> = {}): ThingArt => ({
  shape,
  main: "#c2222f",
  accent: "#f2f1ed",
  trim: "#1d2a4a",
  count: 3,
  cut: "men",
  wear: 0.3,
  seed: `a ${shape}`,
  ...more,
});

/** Large enough to see what is where, small enough to paint them all. */
const SMALL = { width: 160, height: 200 };

/** The share of the picture where something lies on the ground, or throws its shadow. */
function covered(picture: Buffer, ground: Buffer): number {
  let changed = 0;
  for (let at = 0; at < picture.length; at += 3) {
    const far = [0, 1, 2].some(
      (channel) => Math.abs((picture[at + channel] ?? 0) - (ground[at + channel] ?? 0)) > 12,
    );
    if (far) changed++;
  }
  return changed / (picture.length / 3);
}

describe.each(SHAPES)("a drawn %s", (shape) => {
  test("is the same every time, and another in another colour", () => {
    expect(drawThing(art(shape))).toEqual(drawThing(art(shape)));
    expect(JSON.stringify(drawThing(art(shape)))).not.toMatch(/NaN|undefined|Infinity/);
    expect(drawThing(art(shape, { main: "#2663b8" }))).not.toEqual(drawThing(art(shape)));
  });

  test("is to be seen in every view, and another in each", { timeout: 60_000 }, async () => {
    const ground = await paintSurface("slate", SMALL.width, SMALL.height);
    const seen = await Promise.all(
      THING_VIEWS.map((view) => paintThing({ thing: art(shape), view, surface: "slate" }, ground, SMALL)),
    );
    for (const picture of seen) {
      expect(picture).toHaveLength(SMALL.width * SMALL.height * 3);
      expect(covered(picture, ground)).toBeGreaterThan(0.08);
    }
    expect(new Set(seen.map((picture) => picture.toString("latin1"))).size).toBe(THING_VIEWS.length);
    const again = await paintThing({ thing: art(shape), view: "whole", surface: "slate" }, ground, SMALL);
    expect(again.equals(seen[0] ?? Buffer.alloc(0))).toBe(true);
  });
});

test("the demo shop shows every shape that can be drawn", () => {
  const shown = new Set(
    demoStock().flatMap(({ scenes }) =>
      scenes.flatMap((scene) => ("thing" in scene ? scene.thing.shape : [])),
    ),
  );
  expect([...shown].sort()).toEqual([...SHAPES].sort());
});
