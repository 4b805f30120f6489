import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { configure, parseEnv } from "./env.server.ts";
import { flash, takeFlash } from "./flash.server.ts";

beforeAll(() => {
  configure(parseEnv({}));
});

function next(headers: Headers, more: Record<string, string> = {}): Request {
  const cookie = headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Request("http://shop.example/", {
    headers: { cookie: ["theme=dark", ...cookie].join("; "), ...more },
  });
}

const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const CLEARED = "flash=; Path=/; Max-Age=0; SameSite=Lax";

test("a flash message is read once, whatever its text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), (title) => {
      const headers = flash(new Headers(), { kind: "success", title, description: 'Ça va; = "ok"' });
      expect(takeFlash(next(headers))).toEqual({
        flash: { id: ID, kind: "success", title, description: 'Ça va; = "ok"' },
        clear: CLEARED,
      });
    }),
  );
});

test("a request by a script reads the message but does not clear it; the next navigation does", () => {
  const headers = flash(new Headers(), { kind: "info", title: "Saved" });
  const taken = takeFlash(next(headers, { "sec-fetch-mode": "cors" }));
  expect(taken).toEqual({ flash: { id: ID, kind: "info", title: "Saved" }, clear: null });
  expect(takeFlash(next(headers, { "sec-fetch-mode": "navigate" }))).toEqual({
    flash: taken.flash,
    clear: CLEARED,
  });
});

test("two messages with the same text have different ids", () => {
  const [one, two] = [1, 2].map(() =>
    takeFlash(next(flash(new Headers(), { kind: "info", title: "Saved" }))),
  );
  expect(one?.flash?.id).not.toBe(two?.flash?.id);
});

test("without a cookie there is no message, and no cookie is cleared", () => {
  expect(takeFlash(new Request("http://shop.example/"))).toEqual({ flash: null, clear: null });
});

test.each([
  "",
  "x",
  "%",
  "%7B",
  "null",
  "1",
  "[]",
  "{}",
  '{"id":"01a203c0-0000-7000-8000-000000000000","title":1,"kind":"info"}',
  '{"title":"x","kind":"info"}',
  '{"id":"x","title":"x","kind":"info"}',
  '{"id":"01a203c0-0000-7000-8000-000000000000","title":"x","kind":"evil"}',
])("an invalid cookie (%s) is cleared", (value) => {
  const request = new Request("http://shop.example/", {
    headers: { cookie: `flash=${encodeURIComponent(value)}`, "sec-fetch-mode": "cors" },
  });
  const { flash, clear } = takeFlash(request);
  expect(flash).toBeNull();
  expect(clear).toContain("Max-Age=0");
});
