import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Peer, startS3 } from "#tests/support/s3.ts";
import { openStorage, type Storage } from "./storage.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = async (storage: Storage, key: string) => {
  const stored = await storage.get(key);
  return stored && (await new Response(stored.body).text());
};

let folder: string;
let s3: S3Peer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "second-serve-storage-"));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

describe.each([
  ["a folder", () => openStorage(`file:${folder}/inner`)],
  ["an S3 store", () => openStorage(s3.url)],
])("the storage in %s", (_, open) => {
  test("returns what was stored, with its type and length", async () => {
    const storage = open();
    await storage.put("photos/ab/640.webp", bytes("a picture"), "image/webp");
    const stored = await storage.get("photos/ab/640.webp");
    expect(stored).toMatchObject({ contentType: "image/webp", length: 9 });
    expect(await textOf(storage, "photos/ab/640.webp")).toBe("a picture");
    expect(await storage.has("photos/ab/640.webp")).toBe(true);
  });

  test("returns nothing for an unknown key", async () => {
    const storage = open();
    expect(await storage.get("photos/none/640.webp")).toBeNull();
    expect(await storage.has("photos/none/640.webp")).toBe(false);
    await storage.delete("photos/none/640.webp");
  });

  test("accepts a second write of the same key", async () => {
    const storage = open();
    await storage.put("twice.webp", bytes("one"), "image/webp");
    await storage.put("twice.webp", bytes("one"), "image/webp");
    expect(await textOf(storage, "twice.webp")).toBe("one");
  });

  test("deletes the given keys, and only those", async () => {
    const storage = open();
    await storage.put("gone/a.webp", bytes("a"), "image/webp");
    await storage.put("gone/b.webp", bytes("b"), "image/webp");
    await storage.delete("gone/a.webp");
    expect(await storage.get("gone/a.webp")).toBeNull();
    expect(await textOf(storage, "gone/b.webp")).toBe("b");
  });

  test("stores many files at the same time in a folder that is being emptied", async () => {
    const storage = open();
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await storage.put(`busy/${n}.webp`, bytes(`${n}`), "image/webp");
        if (n % 2) await storage.delete(`busy/${n}.webp`);
      }),
    );
    for (let n = 0; n < 20; n += 1) {
      expect(await textOf(storage, `busy/${n}.webp`)).toBe(n % 2 ? null : `${n}`);
    }
  });

  test.each(["", "/etc/passwd", "../up", "a/../b", "a//b", "a/.hidden", ".tmp", "a b", "a\0b", "a/b/", "é"])(
    "refuses the key %j",
    async (key) => {
      const storage = open();
      await expect(storage.put(key, bytes("x"), "image/webp")).rejects.toThrow("Not a storage key");
      await expect(storage.get(key)).rejects.toThrow("Not a storage key");
      await expect(storage.delete(key)).rejects.toThrow("Not a storage key");
    },
  );
});

test("a folder has no temporary files after a write, and no empty folders after a deletion", async () => {
  const storage = openStorage(`file:${folder}/tidy`);
  await storage.put("one/two/a.webp", bytes("a"), "image/webp");
  expect(await readdir(join(folder, "tidy/one/two"))).toEqual(["a.webp"]);
  await storage.delete("one/two/a.webp");
  expect(await readdir(join(folder, "tidy/one"))).toEqual([]);
});

test("a file that was read before is read again after another process replaced it, and gone after it was deleted", async () => {
  const storage = openStorage(`file:${folder}/recent`);
  await storage.put("a.webp", bytes("torn"), "image/webp");
  const first = await storage.get("a.webp");
  expect((await storage.get("a.webp"))?.body).toBe(first?.body);
  await writeFile(join(folder, "recent/a.webp"), "repaired");
  expect(await textOf(storage, "a.webp")).toBe("repaired");
  await rm(join(folder, "recent/a.webp"));
  expect(await storage.get("a.webp")).toBeNull();
});

test("a write that fails leaves nothing", async () => {
  const storage = openStorage(`file:${folder}/blocked`);
  await storage.put("a.webp/inner.webp", bytes("a"), "image/webp");
  await expect(storage.put("a.webp", bytes("b"), "image/webp")).rejects.toThrow();
  expect(await readdir(join(folder, "blocked"))).toEqual(["a.webp"]);
});

test("S3 reports a wrong secret and a missing bucket [V13.2.1]", async () => {
  const stranger = openStorage(s3.url.replace("S3RVER:S3RVER", "S3RVER:guess"));
  await expect(stranger.put("a.webp", bytes("a"), "image/webp")).rejects.toThrow("403 SignatureDoesNotMatch");
  const nowhere = openStorage(s3.urlWithoutBucket);
  await expect(nowhere.put("a.webp", bytes("a"), "image/webp")).rejects.toThrow("404 NoSuchBucket");
  await expect(nowhere.get("a.webp")).rejects.toThrow("404 NoSuchBucket");
});

test("a file is not stored when S3, or a proxy before it, answers a write with 404", async () => {
  const proxy = createServer((_request, answer) => answer.writeHead(404).end("<h1>Not Found</h1>"));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const storage = openStorage(`s3://key:secret@127.0.0.1:${port}/photos?ssl=0`);
  await expect(storage.put("a.webp", bytes("a"), "image/webp")).rejects.toThrow("404");
  proxy.close();
});
