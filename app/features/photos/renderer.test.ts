import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { Refused } from "#app/platform/refused.server.ts";
import { pictureFile } from "#tests/support/photos.ts";
import { render, renderAvif } from "./render.server.ts";
import { renderAvifInWorker, renderInWorker, stopRendering } from "./renderer.server.ts";

afterAll(stopRendering);

test("a photo is rendered to the same bytes in the worker process and in the server", async () => {
  for (const file of [await pictureFile(), new Uint8Array(readFileSync("tests/fixtures/upright.heic"))]) {
    const [inServer, inWorker] = [await render(file), await renderInWorker(file)];
    expect({ ...inWorker, pictures: null }).toEqual({ ...inServer, pictures: null });
    for (const [n, { width, body }] of inServer.pictures.entries()) {
      expect(inWorker.pictures[n]?.width).toBe(width);
      expect(Buffer.from(body).equals(inWorker.pictures[n]?.body ?? new Uint8Array())).toBe(true);
    }
  }
});

test("AVIF pictures have the same widths and lengths in the worker process and in the server", async () => {
  const largest = (await render(await pictureFile())).pictures.at(-1)?.body ?? new Uint8Array();
  const sizes = (pictures: { width: number; body: Uint8Array }[]) =>
    pictures.map(({ width, body }) => [width, body.byteLength]);
  expect(sizes(await renderAvifInWorker(largest))).toEqual(sizes(await renderAvif(largest)));
});

test("a file that the worker process refuses is refused in the server with the same fault", async () => {
  const file = await pictureFile();
  const refusal = await renderInWorker(file.slice(0, 300)).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ reason: "photo_broken" });
  await expect(renderInWorker(new TextEncoder().encode("<html>"))).rejects.toMatchObject({
    reason: "photo_type",
  });
});

test("killing the worker process makes the rendering fail, but not with a fault of the photo; the next photo is rendered", async () => {
  const rendering = renderInWorker(await pictureFile());
  stopRendering();
  await expect(rendering).rejects.toThrow("the rendering process was ended");
  await expect(rendering).rejects.not.toBeInstanceOf(Refused);
  expect((await renderInWorker(await pictureFile())).pictures).toHaveLength(4);
});
