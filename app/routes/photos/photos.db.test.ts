import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { MAKE_AVIF, photoJobs } from "#app/features/photos/jobs.server.ts";
import { publicPicture } from "#app/features/photos/picture.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startJobs } from "#app/platform/jobs.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { photoRequest, pictureFile } from "#tests/support/photos.ts";
import { findRows } from "#tests/support/rows.ts";
import { action as onPhoto } from "./photo.route.ts";
import { action as onUpload } from "./upload.route.ts";

type Args = { request: Request; params: Record<string, string> };
const call = (route: (args: never) => Promise<Response>, args: Args) => route(args as never);

let viewer: Person;
let cookie: string;
openDatabase(async (url) => {
  // Replaces the job that makes AVIF files by one that does nothing. A test below runs the real job itself, to check
  // what is served before and after it.
  await startJobs(url, { [MAKE_AVIF]: { once: true, async work() {} } });
  viewer = await person();
  cookie = viewer.cookie;
});

function post(body: BodyInit | null, headers: Record<string, string> = { cookie }): Promise<Response> {
  return call(onUpload, { request: photoRequest(body, headers), params: {} });
}

function get(key: string, file: string, init?: RequestInit): Promise<Response> {
  return publicPicture(new Request(new URL(`/photos/${key}/${file}`, env().baseUrl), init), key, file);
}

const text = (content: string) => new TextEncoder().encode(content);
const photosOfPerson = () => findRows("photos", { user_id: viewer.viewer.id }, ["id"]);

describe("POST /photos", () => {
  test("returns what a browser needs of the stored photo, and nothing else", async () => {
    const response = await post(await pictureFile());
    expect(response.status).toBe(200);
    const photo = await response.json();
    expect(photo).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      width: 200,
      height: 150,
      thumbhash: expect.stringMatching(/^[\w+/]+=*$/),
      avif: false,
      src: `/photos/${photo.key}/320.webp`,
    });
  });

  test("requires a signed-in person", async () => {
    const response = await post(await pictureFile(), {});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      reason: "signed_out",
      message: expect.stringContaining("Sign in"),
    });
    expect((await post(await pictureFile(), { cookie: "second-serve.session_token=made.up" })).status).toBe(
      401,
    );
  });

  test.each([
    [
      "an SVG that is named a JPEG",
      () => text("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      415,
      "photo_type",
    ],
    ["HTML", () => text("<html><script>alert(1)</script>"), 415, "photo_type"],
    ["nothing", () => text(""), 415, "photo_type"],
    ["a picture that was cut off", async () => (await pictureFile()).slice(0, 400), 422, "photo_broken"],
    ["too many pixels", () => deepPng(), 422, "photo_too_many_pixels"],
  ])(
    "refuses %s with an error message, and stores nothing [V1.3.4 V3.2.1 V5.2.2]",
    async (_, file, status, reason) => {
      const before = await photosOfPerson();
      const response = await post(await file(), { cookie, "content-type": "image/jpeg" });
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ reason, message: expect.stringMatching(/^[A-Z].+\.$/) });
      expect(await photosOfPerson()).toEqual(before);
    },
  );

  test("refuses a content-length above 20 MB without reading the body", async () => {
    let read = false;
    const pull = () => {
      read = true;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const response = await post(body, { cookie, "content-length": String(20 * 1024 * 1024 + 1) });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ reason: "photo_too_heavy" });
    expect(read).toBe(false);
  });

  test("stops reading a body after 20 MB [V5.1.1 V5.2.1]", async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect((await post(body)).status).toBe(413);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(24_000_000);
  });

  test("reads several large files at the same time, up to a limit", async () => {
    const { promise: enough, resolve: release } = Promise.withResolvers<void>();
    // Each upload sends 19 MB, just below the limit for a file, and ends only after `release()`.
    const slow = () => {
      let sent = 0;
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          sent += 1;
          if (sent <= 19) return controller.enqueue(new Uint8Array(1024 * 1024));
          await enough;
          controller.close();
        },
      });
    };
    const answers: Promise<Response>[] = [];
    for (let n = 0; n < 6; n += 1) answers.push(post(slow()));
    const refused = await Promise.race([...answers, post(slow()), post(slow())]);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({ reason: "photo_busy" });
    release();
    await Promise.all(answers);
    expect((await post(await pictureFile())).status).toBe(200);
  });

  test("is limited per hour, and says how long to wait", async () => {
    const other = { cookie: (await person()).cookie };
    const statuses: number[] = [];
    let last: Response;
    do {
      last = await post(text("GIF89a"), other);
      statuses.push(last.status);
    } while (last.status !== 429 && statuses.length < 1_000);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([415]));
    expect(await last.json()).toMatchObject({ reason: "too_often" });
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("GET /photos/{key}/{width}.{format}", () => {
  test("serves pictures that browsers may cache for a year [M7.22 M9.19 V5.3.1]", async () => {
    const { key } = await (await post(await pictureFile())).json();
    for (const width of [160, 320, 640, 1280]) {
      const response = await get(key, `${width}.webp`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toEqual({
        "content-type": "image/webp",
        "content-length": expect.stringMatching(/^\d+$/),
        "cache-control": "public, max-age=31536000, immutable",
        "cross-origin-resource-policy": "cross-origin",
        "accept-ranges": "bytes",
        etag: `"${key.slice(0, 24)}-${width}.webp"`,
        "last-modified": expect.stringContaining(" GMT"),
      });
      const body = Buffer.from(await response.arrayBuffer());
      expect(body.length).toBe(Number(response.headers.get("content-length")));
      expect((await sharp(body).metadata()).format).toBe("webp");
    }
  });

  test("sends a part of a picture, and nothing to a browser that has it", async () => {
    const { key } = await (await post(await pictureFile())).json();
    const whole = Buffer.from(await (await get(key, "640.webp")).arrayBuffer());
    const part = await get(key, "640.webp", { headers: { range: "bytes=10-19" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const beyond = await get(key, "640.webp", { headers: { range: "bytes=9999999-" } });
    expect([beyond.status, beyond.headers.get("cache-control")]).toEqual([416, "no-store"]);
    const etag = part.headers.get("etag") ?? "";
    const known = await get(key, "640.webp", { headers: { "if-none-match": etag } });
    expect([known.status, await known.text(), known.headers.get("cache-control")]).toEqual([
      304,
      "",
      "public, max-age=31536000, immutable",
    ]);
    const head = await get(key, "640.webp", { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual([String(whole.length), ""]);
    const unknown = await get("0".repeat(64), "640.webp", {
      headers: { "if-none-match": "*", range: "bytes=0-" },
    });
    expect(unknown.status).toBe(404);
  });

  test("serves WebP, with a short cache time, until the AVIF is made", async () => {
    const { key } = await (await post(await pictureFile())).json();
    const before = await get(key, "640.avif");
    expect(before.status).toBe(200);
    expect(before.headers.get("content-type")).toBe("image/webp");
    expect(before.headers.get("cache-control")).toBe("public, max-age=60");
    await photoJobs[MAKE_AVIF]?.work({ key }, new AbortController().signal);
    const after = await get(key, "640.avif");
    expect(after.headers.get("content-type")).toBe("image/avif");
    expect(after.headers.get("cache-control")).toContain("immutable");
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  });

  test.each([
    ["0".repeat(64), "640.webp"],
    ["0".repeat(64), "640.avif"],
    ["../../etc", "640.webp"],
    ["ABCDEF".padEnd(64, "0"), "640.webp"],
    ["0".repeat(64), "641.webp"],
    ["0".repeat(64), "640.webp.exe"],
    ["0".repeat(64), "../640.webp"],
    ["0".repeat(64), "0640.webp"],
    ["", ""],
  ])("finds nothing at %s/%s [V5.3.2]", async (key, file) => {
    const response = await get(key, file);
    expect(response.status).toBe(404);
  });
});

describe("DELETE /photos/{id}", () => {
  const remove = (id: string, headers: Record<string, string> = { cookie }, method = "DELETE") =>
    call(onPhoto, {
      request: new Request(new URL(`/photos/${id}`, env().baseUrl), { method, headers }),
      params: { id },
    });

  test("deletes a photo for its owner alone, and responds with 404 the second time", async () => {
    const { id, key } = await (await post(await pictureFile())).json();
    expect((await remove(id, {})).status).toBe(401);
    expect((await remove(id, { cookie: (await person()).cookie })).status).toBe(404);
    expect((await remove(id, { cookie }, "POST")).status).toBe(405);
    expect((await get(key, "160.webp")).status).toBe(200);
    expect((await remove(id)).status).toBe(200);
    expect((await get(key, "160.webp")).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});

/** 80 black megapixels, which PNG compresses to less than 1 MB. */
async function deepPng(): Promise<Uint8Array<ArrayBuffer>> {
  const black = sharp({ create: { width: 10_000, height: 8_000, channels: 3, background: "#000" } });
  return new Uint8Array(await black.png({ compressionLevel: 9, palette: false }).toBuffer());
}
