import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { configure, parseEnv } from "./env.server.ts";
import { flash, takeFlash } from "./flash.server.ts";

beforeAll(() => {
  configure(parseEnv({}));
});

function next(headers: Headers): Request {
  const cookie = headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Request("http://shop.example/", { headers: { cookie: ["theme=dark", ...cookie].join("; ") } });
}

test("a message is read once, whatever it says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), (title) => {
      const headers = flash(new Headers(), { kind: "success", title, description: 'Ça va; = "ok"' });
      expect(takeFlash(next(headers))).toEqual({
        flash: { kind: "success", title, description: 'Ça va; = "ok"' },
        clear: "flash=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
      });
    }),
  );
});

test("no cookie, no message, and nothing to clear", () => {
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
  '{"title":1,"kind":"info"}',
  '{"title":"x","kind":"evil"}',
])("a cookie that is not ours (%s) is cleared", (value) => {
  const request = new Request("http://shop.example/", {
    headers: { cookie: `flash=${encodeURIComponent(value)}` },
  });
  const { flash, clear } = takeFlash(request);
  expect(flash).toBeNull();
  expect(clear).toContain("Max-Age=0");
});
