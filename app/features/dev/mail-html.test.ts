import { expect, test } from "vitest";
import { framed, linksIn, mailViewOf } from "./mail-html.ts";

test("a link that occurs twice in the text of a mail is found once", () => {
  const text = "Hi\n\nhttp://a.example/x?y=1&z=2\n\nhttps://b.example/ and http://a.example/x?y=1&z=2 again";
  expect(linksIn(text)).toEqual(["http://a.example/x?y=1&z=2", "https://b.example/"]);
  expect(linksIn("nothing here")).toEqual([]);
});

test("links of a mail in a frame open in the whole tab", () => {
  expect(framed('<p><a href="x">a</a> <a\nhref="y">b</a></p>')).toBe(
    '<p><a target="_top" href="x">a</a> <a target="_top" href="y">b</a></p>',
  );
});

test("a mail in a frame has the requested colour scheme, whatever the browser prefers", () => {
  const html =
    '<meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme:dark){p{color:#fff}}</style>';
  expect(framed(html, true)).toBe(
    '<meta name="color-scheme" content="dark"><style>@media all{p{color:#fff}}</style>',
  );
  expect(framed(html)).toBe(
    '<meta name="color-scheme" content="light"><style>@media not all{p{color:#fff}}</style>',
  );
});

test.each([
  ["dark", "dark"],
  ["text", "text"],
  ["phone", "phone"],
  [null, "light"],
  ["", "light"],
  ["toString", "light"],
])("a URL that requests the view %j shows the mail as %s", (query, view) => {
  expect(mailViewOf(query)).toBe(view);
});
