import { describe, expect, test } from "vitest";
import { fileAnswer } from "./file-answer.server.ts";

const FILE = { etag: '"abc"', modified: new Date("2026-03-04T05:06:07.890Z"), length: 1000 };
const MODIFIED = "Wed, 04 Mar 2026 05:06:07 GMT";
const EARLIER = "Wed, 04 Mar 2026 05:06:06 GMT";

const answerTo = (headers: Record<string, string>, method = "GET", file = FILE) =>
  fileAnswer(file, method, (name) => headers[name]);

test("a whole file has its version, and says that parts can be had", () => {
  expect(answerTo({})).toEqual({
    status: 200,
    headers: {
      etag: '"abc"',
      "last-modified": MODIFIED,
      "accept-ranges": "bytes",
      "content-length": "1000",
    },
    part: { start: 0, end: 1000 },
  });
});

test("HEAD has the headers of GET, whatever range it asks for, and no bytes", () => {
  const { headers } = answerTo({});
  expect(answerTo({ range: "bytes=0-9" }, "HEAD")).toEqual({ status: 200, headers, part: null });
});

describe("a range", () => {
  test.each([
    ["bytes=0-0", 0, 1, "bytes 0-0/1000"],
    ["bytes=10-19", 10, 20, "bytes 10-19/1000"],
    ["bytes=990-", 990, 1000, "bytes 990-999/1000"],
    ["bytes=990-5000", 990, 1000, "bytes 990-999/1000"],
    ["bytes=-10", 990, 1000, "bytes 990-999/1000"],
    ["bytes=-5000", 0, 1000, "bytes 0-999/1000"],
    ["Bytes= 10 - 19 ", 10, 20, "bytes 10-19/1000"],
  ])("%s is answered with these bytes", (range, start, end, contentRange) => {
    const { status, headers, part } = answerTo({ range });
    expect([status, headers["content-range"], part]).toEqual([206, contentRange, { start, end }]);
    expect(headers["content-length"]).toBe(String(end - start));
  });

  test.each(["bytes=1000-", "bytes=1000-2000", "bytes=-0", "bytes=99999999999999999999-"])(
    "%s has no byte of the file",
    (range) => {
      const { status, headers, part } = answerTo({ range });
      expect([status, headers["content-range"], part]).toEqual([416, "bytes */1000", null]);
    },
  );

  test("of an empty file has no byte", () => {
    for (const range of ["bytes=0-", "bytes=-5"])
      expect(answerTo({ range }, "GET", { ...FILE, length: 0 }).status).toBe(416);
  });

  test.each([
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=9-3",
    "bytes=a-b",
    "bytes=1.5-3",
    "bytes=0-1,5-6",
    "items=0-5",
  ])("%j is answered with the whole file", (range) => {
    expect(answerTo({ range })).toEqual(answerTo({}));
  });

  test.each([
    ['"abc"', 206],
    [MODIFIED, 206],
    ['W/"abc"', 200],
    ['"def"', 200],
    [EARLIER, 200],
  ])("is sent if the client has a part of this version: %s", (version, status) => {
    expect(answerTo({ range: "bytes=0-9", "if-range": version }).status).toBe(status);
  });
});

describe("a client that has the file", () => {
  test.each<[Record<string, string>, number]>([
    [{ "if-none-match": '"abc"' }, 304],
    [{ "if-none-match": 'W/"abc"' }, 304],
    [{ "if-none-match": '"def", "abc"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"abc"', range: "bytes=0-9" }, 304],
    [{ "if-none-match": '"def"' }, 200],
    [{ "if-none-match": '"abcd"' }, 200],
    [{ "if-modified-since": MODIFIED }, 304],
    [{ "if-modified-since": EARLIER }, 200],
    [{ "if-modified-since": "yesterday" }, 200],
    // The entity tag counts.
    [{ "if-none-match": '"def"', "if-modified-since": MODIFIED }, 200],
  ])("%j", (headers, status) => {
    for (const method of ["GET", "HEAD"]) expect(answerTo(headers, method).status).toBe(status);
    expect(answerTo(headers).part === null).toBe(status === 304);
  });
});
