import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { zstdCompressSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { packed, unpacked } from "./archive.server.ts";
import { BackupFault, kindOfMember, LARGEST_MEMBER, type Member, manifestIn } from "./format.server.ts";

async function* from(members: readonly Member[]) {
  yield* members;
}

async function membersOf(file: Uint8Array): Promise<Member[]> {
  return Readable.from(unpacked(Readable.from([file]))).toArray();
}

const MEMBERS: readonly Member[] = [
  { name: "manifest.json", body: Buffer.from("{}\n") },
  { name: "tables/users/00000000.copy", body: randomBytes(1_500_000) },
  { name: "tables/users/00000001.copy", body: Buffer.from("a row\n") },
  { name: `photos/ab/${"ab".repeat(32)}/1280.webp`, body: randomBytes(70_000) },
  { name: "photos/empty.webp", body: Buffer.alloc(0) },
  { name: "totals.json", body: Buffer.from("{}\n") },
];

describe("a backup's file", () => {
  test("has the members that were put in, in their order", async () => {
    const members = await membersOf(await buffer(packed(from(MEMBERS))));
    expect(members.map(({ name }) => name)).toEqual(MEMBERS.map(({ name }) => name));
    for (const [at, { body }] of MEMBERS.entries())
      expect(Buffer.compare(members[at]?.body ?? body, body)).toBe(0);
  });

  test("is the same for the same members", async () => {
    const [first, second] = [await buffer(packed(from(MEMBERS))), await buffer(packed(from(MEMBERS)))];
    expect(Buffer.compare(first, second)).toBe(0);
  });

  test("is read and written in pieces: a reader that stops early stops the writer", async () => {
    let written = 0;
    const endless = async function* () {
      for (;;) {
        written += 1;
        yield { name: `photos/${written}.webp`, body: randomBytes(1_000_000) };
      }
    };
    const read: string[] = [];
    for await (const { name } of unpacked(packed(endless()))) {
      read.push(name);
      if (read.length === 40) break;
    }
    expect(read).toHaveLength(40);
    expect(written).toBeLessThan(80);
  });

  test("that was cut off anywhere is refused, or lacks its last member", async () => {
    const file = await buffer(packed(from(MEMBERS)));
    for (let bytes = 0; bytes < file.length; bytes += 100_003) {
      const cut = await membersOf(file.subarray(0, bytes)).catch((error: unknown) => error);
      if (Array.isArray(cut)) expect(cut.map(({ name }) => name)).not.toContain("totals.json");
      else expect(cut).toBeInstanceOf(BackupFault);
    }
  });

  test("in which a byte is another is refused", async () => {
    const file = await buffer(packed(from(MEMBERS)));
    for (let at = 0; at < file.length; at += 150_001) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      await expect(membersOf(damaged)).rejects.toBeInstanceOf(BackupFault);
    }
  });

  test("that is something else is refused", async () => {
    for (const file of [Buffer.from("PK\x03\x04"), randomBytes(5_000), zstdCompressSync(randomBytes(5_000))])
      await expect(membersOf(file)).rejects.toBeInstanceOf(BackupFault);
  });

  test("with a member that would not fit in memory, or that is a link, is refused", async () => {
    const header = await packTar([{ header: { name: "photos/a.webp", size: 0 } }]);
    // The size is in octal digits, and the sum of all bytes is checked.
    const size = `${(LARGEST_MEMBER + 1).toString(8).padStart(11, "0")}\0`;
    Buffer.from(header.buffer).write(size, 124, "latin1");
    const block = header.subarray(0, 512);
    block.fill(32, 148, 156);
    const sum = block.reduce((all, byte) => all + byte, 0);
    Buffer.from(header.buffer).write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
    await expect(membersOf(zstdCompressSync(header))).rejects.toBeInstanceOf(BackupFault);
    const link = await packTar([
      { header: { name: "photos/a.webp", size: 0, type: "symlink", linkname: "/etc/passwd" } },
    ]);
    await expect(membersOf(zstdCompressSync(link))).rejects.toBeInstanceOf(BackupFault);
  });

  test("that cannot be read is not called damaged", async () => {
    const failing = new Readable({
      read() {
        this.destroy(new Error("the network is down"));
      },
    });
    await expect(Readable.from(unpacked(failing)).toArray()).rejects.toThrow("the network is down");
  });

  test("that cannot be written fails with the reason", async () => {
    const failing = async function* () {
      yield* MEMBERS;
      throw new Error("the database is down");
    };
    await expect(buffer(packed(failing()))).rejects.toThrow("the database is down");
  });
});

describe("the name of a member", () => {
  test("says what it is", () => {
    expect(kindOfMember("tables/users/00000012.copy")).toEqual({ kind: "part", table: "users", part: 12 });
    expect(kindOfMember("photos/private/private-00/160.avif")).toEqual({
      kind: "photo",
      key: "private/private-00/160.avif",
    });
  });

  test.each([
    "/etc/passwd",
    "photos/../../etc/passwd",
    "photos//etc/passwd",
    "photos/.hidden",
    "photos/",
    "tables/../users/00000000.copy",
    'tables/users"; drop table users; --/00000000.copy',
    "tables/users/0.copy",
    "notes.txt",
  ])("%j is refused", (name) => {
    expect(() => kindOfMember(name)).toThrow(BackupFault);
  });
});

test("a manifest of a newer format says that a newer program is needed", () => {
  const manifest = (content: unknown) => ({
    name: "manifest.json",
    body: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
  });
  expect(() => manifestIn(manifest({ format: 2 }))).toThrow("It was made by a newer program: use that one.");
  for (const content of [{ format: 1 }, [], "{", "\xff"])
    expect(() => manifestIn(manifest(content))).toThrow("Its manifest.json is damaged.");
});
