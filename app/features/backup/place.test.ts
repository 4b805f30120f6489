import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Peer, startS3 } from "#tests/support/s3.ts";
import { BackupFault } from "./format.server.ts";
import { backupFile, backupIn, openPlace } from "./place.server.ts";
import { nameOfBackup } from "./retention.ts";

let folder: string;
let s3: S3Peer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "second-serve-backups-"));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const NAMES = ["2026-11-28T02:00:00Z", "2026-11-29T02:00:00Z"].map((time) => nameOfBackup(new Date(time)));

describe.each([
  ["a folder", () => `file:${folder}/backups`],
  ["a bucket", () => s3.url],
])("a place in %s", (_, url) => {
  test("has the files that were written, in parts if they are large", async () => {
    const place = openPlace(url());
    const content = randomBytes(20 * 1024 * 1024 + 1);
    const pieces = Readable.from([
      content.subarray(0, 3),
      content.subarray(3, 9_000_000),
      content.subarray(9_000_000),
    ]);
    expect(await place.write(NAMES[0] ?? "", pieces)).toBe(content.length);
    const stored = await place.read(NAMES[0] ?? "");
    expect(stored.bytes).toBe(content.length);
    expect(Buffer.compare(await buffer(stored.content), content)).toBe(0);
  });

  test("does not overwrite a file", async () => {
    const place = openPlace(url());
    await place.write("twice.tar.zst", Readable.from([Buffer.from("one")]));
    await expect(place.write("twice.tar.zst", Readable.from([Buffer.from("two")]))).rejects.toBeInstanceOf(
      BackupFault,
    );
    expect(String(await buffer((await place.read("twice.tar.zst")).content))).toBe("one");
  });

  test("keeps nothing of a file whose content fails", async () => {
    const place = openPlace(url());
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(17 * 1024 * 1024);
        throw new Error("the database is down");
      })(),
    );
    await expect(place.write("cut.tar.zst", failing)).rejects.toThrow("the database is down");
    await expect(place.read("cut.tar.zst")).rejects.toThrow("There is no such file.");
  });

  test("lists its backups, and deletes one", async () => {
    const place = openPlace(url());
    await place.write(NAMES[1] ?? "", Readable.from([Buffer.from("a backup")]));
    expect((await place.list()).sort()).toEqual(NAMES);
    await place.delete(NAMES[0] ?? "");
    expect(await place.list()).toEqual([NAMES[1]]);
  });
});

/** A proxy before a store. It breaks a connection, the first of which is 1, once the store has sent so many bytes. */
async function breakingProxy(
  store: string,
  breaks: (connection: number, sent: number) => boolean,
): Promise<{ url: string; server: Server }> {
  const { port } = new URL(store);
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const connection = connections;
    const upstream = connect(Number(port), "127.0.0.1");
    let sent = 0;
    client.pipe(upstream);
    upstream.on("data", (piece) => {
      sent += piece.byteLength;
      if (breaks(connection, sent)) client.destroy();
      else client.write(piece);
    });
    for (const [end, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      end.on("error", () => {}).on("close", () => other.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(store);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, server };
}

test.each<[string, Parameters<typeof breakingProxy>[1]]>([
  ["at once", (connection) => connection % 2 === 1],
  ["in the middle of a file", (_, sent) => sent > 4_000_000],
])("a bucket whose connections break %s is asked again", async (when, breaks) => {
  const { url, server } = await breakingProxy(s3.url, breaks);
  const content = randomBytes(9_000_000);
  const name = `${when.replaceAll(" ", "-")}.tar.zst`;
  const place = openPlace(url);
  expect(await place.write(name, Readable.from([content]))).toBe(content.length);
  expect(Buffer.compare(await buffer((await place.read(name)).content), content)).toBe(0);
  server.close();
});

test("a writer to a folder ignores what another has just ended", async () => {
  const root = path.join(folder, "two writers");
  await mkdir(root);
  // As a name that `readdir` found, and `stat` does not find.
  await symlink("nothing", path.join(root, `.second-serve-${crypto.randomUUID()}.unfinished`));
  await openPlace(`file:${root}`).write("a.tar.zst", Readable.from([Buffer.from("a")]));
  expect(await readdir(root)).toContain("a.tar.zst");
});

test("a folder has nothing but whole files, which only their owner may read", async () => {
  const root = path.join(folder, "private");
  await mkdir(root);
  await writeFile(path.join(root, `.second-serve-${crypto.randomUUID()}.unfinished`), "new");
  await openPlace(`file:${root}`).write("a.tar.zst", Readable.from([Buffer.from("a")]));
  const names = await readdir(root);
  expect(names).toContain("a.tar.zst");
  expect(names.filter((name) => name.endsWith(".unfinished"))).toHaveLength(1);
  expect((await stat(path.join(root, "a.tar.zst"))).mode & 0o777).toBe(0o600);
});

test("a folder that does not exist has no backups", async () => {
  expect(await openPlace(`file:${folder}/none`).list()).toEqual([]);
});

test("a file is named by a path, a URL, or the folder or bucket of a new backup", async () => {
  const shown = async (text: string) => (await backupFile(text, folder)).shown;
  expect(await shown("shop.tar.zst")).toBe(`${folder}/shop.tar.zst`);
  expect(await shown("file:/var/backups/a.tar.zst")).toBe("/var/backups/a.tar.zst");
  expect(await shown(".")).toMatch(/\/second-serve-[\dTZ-]+\.tar\.zst$/);
  expect(await shown("new/")).toMatch(new RegExp(`^${folder}/new/second-serve-`));
  expect(await shown("s3://key:secret@host:9000/bucket/a.tar.zst?ssl=0")).toBe(
    "http://host:9000/bucket/a.tar.zst",
  );
  expect(await shown("s3://key:secret@host/bucket?region=x")).toMatch(
    /^https:\/\/host\/bucket\/second-serve-/,
  );
  expect(backupIn("s3://key:secret@host/bucket", "a").shown).toBe("https://host/bucket/a");
  for (const wrong of [
    "s3://host/bucket/a",
    "s3://key:secret@host/bucket/../a",
    "s3://key:secret@host/a/b/c",
  ])
    await expect(shown(wrong)).rejects.toThrow("must");
});
