import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { allScenes } from "./listing.ts";
import { PICTURE, pictureKey, type RacketScene, type Scene, VIEWS } from "./picture.ts";
import { paint, thumbhashOf } from "./pixels.ts";
import { scenesOf } from "./scenes.ts";
import { camille } from "./sellers/camille.ts";
import { paintSurface } from "./surface.ts";

const [pureDrive] = camille.rackets;
const scenes = scenesOf(camille, pureDrive);
const [whole] = scenes as [RacketScene];

/** The mean colour of a part of a picture, in shares of its size. */
async function meanOf(scene: Scene, left: number, top: number, size: number): Promise<number[]> {
  const { data, width, height } = await paint(scene);
  const part = sharp(data, { raw: { width, height, channels: 3 } }).extract({
    left: Math.round(left * width),
    top: Math.round(top * height),
    width: Math.round(size * width),
    height: Math.round(size * width),
  });
  return (await part.stats()).channels.map(({ mean }) => Math.round(mean));
}

// Pictures are large, and the machine may be busy with other tests.
describe("a drawn picture", { timeout: 60_000 }, () => {
  test("has its size, and is more than a plain colour", async () => {
    const { data, width, height } = await paint(whole);
    expect({ width, height }).toEqual(PICTURE);
    expect(data).toHaveLength(PICTURE.width * PICTURE.height * 3);
    const { channels, entropy } = await sharp(data, { raw: { width, height, channels: 3 } }).stats();
    expect(entropy).toBeGreaterThan(4);
    for (const { min, max } of channels) expect(max - min).toBeGreaterThan(150);
  });

  test("is the same every time", async () => {
    const first = await paint(whole);
    expect((await paint(whole)).data.equals(first.data)).toBe(true);
    const [grass, again] = await Promise.all([paintSurface("grass", 64, 80), paintSurface("grass", 64, 80)]);
    expect(again.equals(grass)).toBe(true);
    expect(await thumbhashOf(whole)).toBe(await thumbhashOf(whole));
  });

  test("shows another thing in every view", async () => {
    const seen = await Promise.all(
      VIEWS.map(async (view) => (await paint({ ...whole, view })).data.toString("latin1")),
    );
    expect(new Set(seen).size).toBe(VIEWS.length);
  });

  test("shows the surface where no racket lies, and the paint where one does", async () => {
    // Two surfaces without lines; wood is far less blue than chalk.
    const [wood, chalk] = await Promise.all(
      (["wood", "chalk"] as const).map((surface) => meanOf({ ...whole, surface }, 0.02, 0.02, 0.04)),
    );
    expect((chalk?.[2] ?? 0) - (wood?.[2] ?? 0)).toBeGreaterThan(60);
    const throat = { ...whole, view: "throat" } as const;
    const repainted = { ...throat, art: { ...throat.art, frame: "#ff0000", zones: [], bridge: "#ff0000" } };
    const [before, after] = [await paint(throat), await paint(repainted)];
    const redder = before.data.reduce(
      (count, value, at) => count + (at % 3 === 0 && (after.data[at] ?? 0) - value > 60 ? 1 : 0),
      0,
    );
    expect(redder).toBeGreaterThan(PICTURE.width * PICTURE.height * 0.01);
  });
});

describe("a picture's key", () => {
  test("is its scene's: another scene, another key", () => {
    const changed = [
      { ...whole, surface: "grass" as const },
      { ...whole, art: { ...whole.art, wear: 1 } },
    ];
    const keys = [...scenes, ...changed].map(pictureKey);
    expect(new Set(keys).size).toBe(scenes.length + changed.length);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(pictureKey(structuredClone(whole))).toBe(pictureKey(whole));
  });

  test("no two photos of the shop share one", () => {
    const photos = [...allScenes().values()];
    expect(new Set(photos.map(pictureKey)).size).toBe(photos.length);
    expect(photos.length).toBeGreaterThan(500);
  });
});
