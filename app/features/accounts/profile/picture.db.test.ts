import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { publicPicture } from "#app/features/photos/picture.server.ts";
import { type ReadBody, withBody } from "#app/features/photos/receive.server.ts";
import { stopRendering } from "#app/features/photos/renderer.server.ts";
import { inSlot } from "#app/features/photos/slots.server.ts";
import { shellData } from "#app/features/shell/shell-data.server.ts";
import { jobHandlers } from "#app/jobs.server.ts";
import { db } from "#app/platform/db.server.ts";
import { action, loader } from "#app/routes/profile/picture.route.tsx";
import { loader as seller } from "#app/routes/sellers/seller.route.tsx";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";
import { updateRows } from "#tests/support/rows.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { profileOf } from "./queries.server.ts";

let owner: Person;

openDatabase(async () => {
  owner = await person("owner");
});

afterAll(stopRendering);

const RED = { r: 220, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 220 };

/** 300 x 100: red on the left, white in the middle, blue on the right, with the EXIF orientation of a phone. */
async function flag(orientation = 1): Promise<File> {
  const part = (background: object) =>
    sharp({ create: { width: 100, height: 100, channels: 3, background: background as typeof RED } })
      .png()
      .toBuffer();
  const image = sharp({ create: { width: 300, height: 100, channels: 3, background: "#ffffff" } }).composite([
    { input: await part(RED), left: 0, top: 0 },
    { input: await part(BLUE), left: 200, top: 0 },
  ]);
  const upright = await image.png().toBuffer();
  // A picture with orientation 6 is shown rotated clockwise by 90 degrees.
  const turned = orientation === 6 ? sharp(upright).rotate(270) : sharp(upright);
  const body = await turned
    .withExif({ IFD0: { Copyright: "secret place" }, IFD3: { GPSLatitude: "52/1 22/1 12/1" } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
  return new File([new Uint8Array(body)], "flag.jpg", { type: "image/jpeg" });
}

async function send(who: Visitor, fields: Record<string, string | File>) {
  return who.submit(action, "/profile/picture", fields);
}

async function avatarOf(of: Person): Promise<string | null> {
  return (await profileOf(of.viewer.id))?.avatar_url ?? null;
}

async function fileAt(address: string | null): Promise<Buffer> {
  const [, key = "", file = ""] = /^\/photos\/([0-9a-f]{64})\/(.+)$/.exec(address ?? "") ?? [];
  const answer = await new Visitor().run(async () => {
    const response = await publicPicture(new Visitor().request(""), key, file);
    return { data: Buffer.from(await response.arrayBuffer()), status: response.status };
  }, new Visitor().request("/"));
  return (answer.data as { data: Buffer }).data;
}

async function seenBy(of: Person) {
  const body = await fileAt(await avatarOf(of));
  const { width, height, exif } = await sharp(body).metadata();
  const [r = 0, g = 0, b = 0] = await sharp(body)
    .extract({ left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const name = r > 200 && g > 200 ? "white" : r > b ? "red" : "blue";
  return { name, width, height, exif };
}

describe("a profile picture", () => {
  test("requires a signed-in person", async () => {
    expect(await new Visitor().open(loader, "/profile/picture")).toMatchObject({
      status: 302,
      location: "/auth?next=%2Fprofile%2Fpicture",
    });
    const answer = await send(new Visitor(), { file: await flag() });
    expect(answer).toMatchObject({ status: 401, data: { ok: false } });
  });

  test("is the middle square of the file, without metadata", async () => {
    const answer = await send(owner.visitor, { file: await flag() });
    expect(answer).toMatchObject({ status: 200, data: { ok: true } });
    expect(await seenBy(owner)).toEqual({ name: "white", width: 100, height: 100, exif: undefined });
  });

  test.each([
    [{ x: "0", y: "0", width: "0.3333" }, "red"],
    [{ x: "0.6667", y: "0", width: "0.3333" }, "blue"],
    [{ x: "0.9", y: "0.9", width: "0.3333" }, "blue"],
    [{ x: "-1", y: "0", width: "0.3333" }, "white"],
    [{ x: "nothing", y: "", width: "1e99" }, "white"],
  ])("is the chosen part of the file, or the middle for invalid numbers: %j", async (crop, name) => {
    for (const orientation of [1, 6]) {
      const file = await flag(orientation);
      const answer = await send(owner.visitor, { file, ...crop });
      expect(answer).toMatchObject({
        status: 200,
        data: { ok: true, toast: { description: "Your picture has been updated." } },
      });
      expect(await seenBy(owner)).toMatchObject({ name, width: 100, height: 100 });
    }
  });

  test("is shown in the header and on the person's public page", async () => {
    const { username } = owner.viewer;
    expect(await new Visitor().open(seller, `/sellers/${username}`, { username })).toMatchObject({
      data: { seller: { avatarUrl: await avatarOf(owner) } },
    });
    const { shell } = await shellData(owner.visitor.request("/"), []);
    expect(shell.viewer?.avatarUrl).toBe(await avatarOf(owner));
    expect(await owner.visitor.open(loader, "/profile/picture")).toMatchObject({
      data: { src: await avatarOf(owner) },
    });
  });

  test.each([
    ["missing", "", 422, "Choose a file first."],
    ["empty", new File([], "empty.jpg"), 422, "Choose a file first."],
    [
      "an SVG file with the name of a JPEG",
      new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.jpg", { type: "image/jpeg" }),
      415,
      null,
    ],
    [
      "a picture that was cut off",
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])], "a.jpg"),
      422,
      null,
    ],
  ])("is not replaced when the file is %s; the upload is refused", async (_, file, status, text) => {
    const before = await avatarOf(owner);
    const answer = await send(owner.visitor, { file });
    expect(answer).toMatchObject({ status, data: { ok: false, ...(text && { message: text }) } });
    expect(await avatarOf(owner)).toBe(before);
  });

  test("counts as held in memory until it is decoded", async () => {
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const slots = [inSlot(() => free), inSlot(() => free)];
    const others = Promise.withResolvers<void>();
    /** Holds megabytes in memory, of the 60 that a person may hold. */
    const hold = (megabytes: number, work: () => Promise<void>) => {
      const body = new Uint8Array(megabytes * 1024 * 1024);
      const request = new Visitor().request("/photos", { method: "POST", body });
      const whole = async (read: ReadBody) => {
        await read(owner.viewer.id);
        await work();
      };
      return withBody(request, whole, { bytes: 60 * 1024 * 1024 }).then(
        () => "held",
        (error: unknown) => (error as { reason: string }).reason,
      );
    };
    const held = hold(58, () => others.promise);
    const file = new File([await flag(), new Uint8Array(1_500_000)], "long.jpg", { type: "image/jpeg" });
    const answer = send(owner.visitor, { file });
    await expect.poll(() => hold(1, async () => {})).toBe("photo_busy");
    others.resolve();
    release();
    expect(await held).toBe("held");
    await Promise.all([...slots, answer]);
  });

  test("is refused when it is too large", async () => {
    const heavy = new File([new Uint8Array(20 * 1024 * 1024)], "heavy.jpg", { type: "image/jpeg" });
    expect(await send(owner.visitor, { file: heavy })).toMatchObject({ status: 413, data: { ok: false } });
  });

  test.each([
    ["{}", 400],
    [new URLSearchParams({ file: "a" }), 422],
  ])("is refused when the body is no multipart form", async (body, status) => {
    const request = owner.visitor.request("/profile/picture", { method: "POST", body });
    expect(await owner.visitor.run(action, request)).toMatchObject({ status });
  });

  test("can be removed only by its owner", async () => {
    const stranger = await person("stranger");
    await send(stranger.visitor, { intent: "remove", id: owner.viewer.id });
    expect(await avatarOf(owner)).not.toBeNull();
    expect(await send(new Visitor(), { intent: "remove" })).toMatchObject({ status: 401 });
    const headers = { "sec-fetch-mode": "navigate" };
    const removal = { method: "POST", headers, body: new URLSearchParams({ intent: "remove" }) };
    expect(await owner.visitor.run(action, owner.visitor.request("/profile/picture", removal))).toMatchObject(
      { location: "/profile" },
    );
    expect(await avatarOf(owner)).toBeNull();
  });
});

test("the cleanup job deletes former profile pictures, and keeps the current one", async () => {
  const many = await person("many");
  await send(many.visitor, { file: await flag(), x: "0.01", y: "0", width: "0.3" });
  const old = await avatarOf(many);
  await send(many.visitor, { file: await flag(), x: "0.02", y: "0", width: "0.3" });
  await updateRows(
    "photos",
    { user_id: many.viewer.id },
    { created_at: sql<Date>`now() - interval '2 days'` },
  );
  await jobHandlers["photos-sweep"]?.work(null, new AbortController().signal);
  expect((await fileAt(old)).length).toBe(0);
  expect((await fileAt(await avatarOf(many))).length).toBeGreaterThan(0);
  const { count } = await db()
    .selectFrom("photos")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", many.viewer.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});
