import { expect, test } from "vitest";
import { framed, linksIn } from "./mail-html.ts";

test("finds each link once", () => {
  const text = "Hi\n\nhttp://a.example/x?y=1&z=2\n\nhttps://b.example/ and http://a.example/x?y=1&z=2 again";
  expect(linksIn(text)).toEqual(["http://a.example/x?y=1&z=2", "https://b.example/"]);
  expect(linksIn("nothing here")).toEqual([]);
});

test("links of a framed mail open in the tab", () => {
  expect(framed('<p><a href="x">a</a> <a\nhref="y">b</a></p>')).toBe(
    '<p><a target="_top" href="x">a</a> <a target="_top" href="y">b</a></p>',
  );
});
