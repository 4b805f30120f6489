import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, parseMarkdown } from "./markdown.ts";

/** All texts of the blocks, and all links. */
function spansIn(blocks: readonly Block[]) {
  return blocks.flatMap((block) => (block.kind === "list" ? block.items.flat() : block.spans));
}

test("headings, paragraphs, lists, strong text and links are recognised", () => {
  const text =
    "# Terms\r\n\r\nWe are **a shop**.\nWrite [to us](mailto:a@b.example).\n\n- one\n- [two](/help)\n  more\n\n## End";
  expect(parseMarkdown(text)).toEqual([
    { kind: "heading", level: 1, spans: [{ text: "Terms" }] },
    {
      kind: "paragraph",
      spans: [
        { text: "We are " },
        { text: "a shop", strong: true },
        { text: ". Write " },
        { text: "to us", link: "mailto:a@b.example" },
        { text: "." },
      ],
    },
    { kind: "list", items: [[{ text: "one" }], [{ text: "two", link: "/help" }, { text: "   more" }]] },
    { kind: "heading", level: 2, spans: [{ text: "End" }] },
  ]);
});

test("a heading needs no empty line below it", () => {
  expect(parseMarkdown("## A\nb").map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
});

test.each(["[x](javascript:alert(1))", "[x](//evil.example)", "<b>x</b>", "[x](data:text/html,x)"])(
  "what is not safe stays text: %s",
  (text) => {
    const spans = spansIn(parseMarkdown(text));
    expect(spans.every(({ link }) => link === undefined)).toBe(true);
    expect(spans.map((span) => span.text).join("")).toBe(text);
  },
);

test("any text is parsed, and links are safe", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."a[]()*#- \n:/j".split("")) }), (text) => {
      for (const { link } of spansIn(parseMarkdown(text)))
        if (link !== undefined) expect(link).toMatch(/^(https?:\/\/|mailto:|\/(?!\/)|#)/);
    }),
  );
});
