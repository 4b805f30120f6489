import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BodyTooLarge, bodyOf, bytesOf, formIn, isMultipart, jsonIn } from "./body.server.ts";

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=----Boundary7MA4YWxk";
const LIMITS = { bytes: 100_000, fields: 100 };

function sending(type: string, pieces: Iterable<string>, headers: Record<string, string> = {}) {
  let read = 0;
  const encoder = new TextEncoder();
  const rest = pieces[Symbol.iterator]();
  const body = new ReadableStream(
    {
      pull(stream) {
        const { value, done } = rest.next();
        if (done) return stream.close();
        read++;
        stream.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half", headers: { "content-type": type, ...headers } };
  return { request: new Request("http://shop.example/", init as RequestInit), read: () => read };
}

function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}

const part = (head: string, value = "b") => `------Boundary7MA4YWxk\r\n${head}\r\n\r\n${value}\r\n`;
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const END = "------Boundary7MA4YWxk--\r\n";

test.each([
  ["fields without a value", URLENCODED, "a&", 102],
  ["fields without a value, many in a chunk", URLENCODED, "a&".repeat(1000), 1],
  ["separators alone", URLENCODED, "&", 102],
  ["parts", MULTIPART, part(field("a")), 102],
  ["parts, many in a chunk", MULTIPART, part(field("a")).repeat(1000), 1],
  ["bytes of a field", URLENCODED, "b".repeat(1000), 101],
  ["bytes of a field in tiny chunks", URLENCODED, "b", 1016],
  ["bytes of plain text", "text/plain", "&".repeat(1000), 101],
])("a body with too many %s is refused while it arrives", async (_, type, piece, pieces) => {
  const { request, read } = sending(type, endless(piece));
  await expect(bytesOf(request, LIMITS)).rejects.toBeInstanceOf(BodyTooLarge);
  expect(read()).toBe(pieces);
});

test("a body whose content-length is too large is not read", async () => {
  const { request, read } = sending(URLENCODED, endless("a"), { "content-length": "100001" });
  await expect(bytesOf(request, LIMITS)).rejects.toBeInstanceOf(BodyTooLarge);
  expect(read()).toBe(0);
});

test("a content-length that is too small does not raise the limit", async () => {
  const { request } = sending(URLENCODED, endless("b".repeat(1000)), { "content-length": "3" });
  await expect(bytesOf(request, LIMITS)).rejects.toBeInstanceOf(BodyTooLarge);
});

test.each([2, 3, 7, 1000])("a form at its limits is read in chunks of %i bytes", async (size) => {
  const cut = (text: string) => text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
  const pairs = Array.from({ length: 100 }, (_, n) => `n${n}=${n}%26`).join("&");
  const urlencoded = await formIn(sending(URLENCODED, cut(pairs)).request, LIMITS);
  expect([...(urlencoded ?? [])].at(-1)).toEqual(["n99", "99&"]);
  const parts = Array.from({ length: 10 }, (_, n) => part(field(`n${n}`), "é".repeat(100))).join("");
  const multipart = await formIn(sending(MULTIPART, cut(parts + END)).request, { ...LIMITS, fields: 10 });
  expect([...(multipart ?? [])].at(-1)).toEqual(["n9", "é".repeat(100)]);
});

test("a file is read with its name, type and bytes", async () => {
  const sent = new FormData();
  sent.set("file", new File(["\r\n--\0"], 'a "b".csv', { type: "text/csv" }));
  const request = new Request("http://shop.example/", { method: "POST", body: sent });
  expect(isMultipart(request)).toBe(true);
  const file = (await formIn(request, LIMITS))?.get("file") as File;
  expect([file.name, file.type, await file.text()]).toEqual(['a "b".csv', "text/csv", "\r\n--\0"]);
});

test.each([
  ["long", `X: ${"a".repeat(3000)}`],
  ["many", `${field("a")}${"\r\nX: a".repeat(20)}`],
])("a part with %s headers is refused before it is parsed", async (_, head) => {
  const { request } = sending(MULTIPART, [part(head), END]);
  await expect(formIn(request, LIMITS)).rejects.toBeInstanceOf(BodyTooLarge);
});

test("headers that never end are refused", async () => {
  const { request } = sending(MULTIPART, [`------Boundary7MA4YWxk\r\n`, "X: a\r\n".repeat(1000)]);
  await expect(formIn(request, LIMITS)).rejects.toBeInstanceOf(BodyTooLarge);
});

test.each([
  ["", "a=b"],
  ["text/plain", "a=b"],
  ["application/json", "{}"],
  ["nonsense", "a=b"],
  ["multipart/form-data", part(field("a"))],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, part(field("a"))],
])("a body of type %j is not a form, and is not read", async (type, text) => {
  const { request, read } = sending(type, endless(text));
  expect(await formIn(request, LIMITS)).toBeNull();
  expect(read()).toBe(0);
});

test.each([part(field("a")), "nonsense", ""])("an incomplete multipart form is refused: %j", async (text) => {
  expect(await formIn(sending(MULTIPART, [text]).request, LIMITS)).toBeNull();
});

test("JSON is read up to its size limit, however deeply it is nested", async () => {
  const type = "application/json";
  expect(await jsonIn(sending(type, ['{"a":', "1}"]).request, 100)).toEqual({ a: 1 });
  expect(await jsonIn(sending(type, ["{"]).request, 100)).toBeUndefined();
  expect(await jsonIn(sending(type, ["[".repeat(100_000)]).request, 100_000)).toBeUndefined();
  await expect(jsonIn(sending(type, endless("[".repeat(100))).request, 100_000)).rejects.toBeInstanceOf(
    BodyTooLarge,
  );
});

test("texts of a form lose marks that nobody can see, but passwords and files stay as they are", async () => {
  const sent = new FormData();
  for (const name of ["name", "password"]) sent.set(name, "\u202ea\u200bb");
  sent.set("file", new File(["\u202e"], "a.csv"));
  const form = await formIn(new Request("http://shop.example/", { method: "POST", body: sent }), LIMITS);
  expect([form?.get("name"), form?.get("password")]).toEqual(["ab", "\u202ea\u200bb"]);
  const file = form?.get("file") as File;
  expect(await file.text()).toBe("\u202e");
});

describe("a body that arrives slowly", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends `bytes` each `milliseconds`, `times` times, and then nothing more, without an end. */
  function slow({ bytes, milliseconds, times, address = "192.0.2.1" }: Pace) {
    let left = times;
    const body = new ReadableStream(
      {
        pull: (stream) =>
          new Promise<void>((resolve) => {
            if (left-- <= 0) return;
            setTimeout(() => {
              stream.enqueue(new Uint8Array(bytes));
              resolve();
            }, milliseconds);
          }),
      },
      { highWaterMark: 0 },
    );
    const init = { method: "POST", body, duplex: "half", headers: { "x-client-ip": address } } as RequestInit;
    return new Request("http://shop.example/", init);
  }
  type Pace = { bytes: number; milliseconds: number; times: number; address?: string };

  /** How many milliseconds a body is read before it is refused; null when it is still read after `most`. */
  async function readFor(request: Request, most: number): Promise<number | null> {
    let refusedAfter: number | null = null;
    const start = performance.now();
    bytesOf(request, { bytes: 2 ** 30 }).catch((error) => {
      expect(error).toMatchObject({ status: 408, reason: "error_stalled" });
      refusedAfter = performance.now() - start;
    });
    await vi.advanceTimersByTimeAsync(most);
    return refusedAfter;
  }

  test.each([
    ["brings nothing at all", { bytes: 0, milliseconds: 0, times: 0 }, 10_000],
    ["stops after a megabyte", { bytes: 1_000_000, milliseconds: 1, times: 1 }, 10_001],
    ["brings a byte every nine seconds", { bytes: 1, milliseconds: 9_000, times: 100 }, 27_000],
    ["brings 100 bytes a second", { bytes: 100, milliseconds: 1_000, times: 100 }, 20_000],
    ["brings 2 KB a second", { bytes: 1_024, milliseconds: 500, times: 1_000 }, 20_000],
    ["is fast first, and then slow", { bytes: 70_000, milliseconds: 9_500, times: 3 }, 38_500],
  ])("is dropped when it %s [V15.2.2]", async (_, pace, after) => {
    expect(await readFor(slow(pace), 120_000)).toBe(after);
  });

  test("is read when it brings 8 KB a second", async () => {
    expect(await readFor(slow({ bytes: 8_192, milliseconds: 1_000, times: 500 }), 400_000)).toBeNull();
  });

  test("is not blamed for the time in which the server is busy with it", async () => {
    const pieces = bodyOf(slow({ bytes: 1_000, milliseconds: 1, times: 10 }), { bytes: 2 ** 30 });
    for (let piece = 0; piece < 10; piece += 1) {
      const next = pieces.next();
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await next).done).toBe(false);
    }
  });

  test("counts, with the others of its address, against 64 MB", async () => {
    const read = (address: string) => {
      const pace = { bytes: 8 * 2 ** 20, milliseconds: 1, times: 7, address };
      return bytesOf(slow(pace), { bytes: 2 ** 30 }).catch((error) => error);
    };
    const first = read("192.0.2.1");
    await vi.advanceTimersByTimeAsync(1_000);
    const [second, elsewhere] = [read("192.0.2.1"), read("192.0.2.2")];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toMatchObject({ status: 429, seconds: 10 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await first, await elsewhere]).toMatchObject([{ status: 408 }, { status: 408 }]);
    const again = read("192.0.2.1");
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await again).toMatchObject({ status: 408 });
  });
});
