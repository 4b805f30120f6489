import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { type Painter, startPainter } from "./painter.ts";
import type { Scene } from "./picture.ts";
import { thumbhashOf } from "./pixels.ts";
import { scenesOf } from "./scenes.ts";
import { sanne } from "./sellers/sanne.ts";

let painter: Painter;
afterEach(() => painter.close());

const [scene] = scenesOf(sanne, sanne.rackets[0]) as [Scene];
const SIZES = [
  { width: 160, height: 200 },
  { width: 320, height: 400 },
];

describe("the painter", { timeout: 60_000 }, () => {
  test("gives a WebP picture of each size", async () => {
    painter = startPainter();
    const bodies = await painter.paint(scene, SIZES);
    const found = await Promise.all(bodies.map((body) => sharp(body).metadata()));
    expect(found).toMatchObject(SIZES.map((size) => ({ ...size, format: "webp" })));
  });

  test("gives the thumbhashes of scenes in their order, without painting them", async () => {
    painter = startPainter();
    const scenes = scenesOf(sanne, sanne.rackets[0]);
    expect(await painter.thumbhashes(scenes)).toEqual(await Promise.all(scenes.map(thumbhashOf)));
  });

  test("says what it cannot paint, and goes on with what it can", async () => {
    painter = startPainter();
    const broken = { ...scene, view: "underneath" } as unknown as Scene;
    const [bad, good] = await Promise.allSettled([painter.paint(broken, SIZES), painter.paint(scene, SIZES)]);
    expect(bad.status).toBe("rejected");
    expect(good.status).toBe("fulfilled");
  });

  test("once closed, it paints nothing more and keeps nobody waiting", async () => {
    painter = startPainter();
    const begun = painter.paint(scene, SIZES);
    painter.close();
    await expect(begun).rejects.toThrow("ended");
    await expect(painter.paint(scene, SIZES)).rejects.toThrow("closed");
  });
});
