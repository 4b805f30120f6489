import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, parseMarkdown, type Span } from "./markdown.ts";

function spansIn(blocks: readonly Block[]): Span[] {
  return blocks.flatMap((block) => {
    if (block.kind === "list") return block.items.flatMap(spansIn);
    return block.kind === "table" ? block.rows.flat(2) : [...block.spans];
  });
}

test("headings, paragraphs, lists, strong text, emphasis and links are recognised", () => {
  const text =
    "# Terms\r\n\r\nWe are **a shop**.\nWrite [to *us*](mailto:a@b.example).\n\n- one\n- [two](/help)\n  more\n\n## End";
  expect(parseMarkdown(text)).toEqual([
    { kind: "heading", level: 1, id: "terms", spans: [{ text: "Terms" }] },
    {
      kind: "paragraph",
      spans: [
        { text: "We are " },
        { text: "a shop", strong: true },
        { text: ". Write " },
        { text: "to ", link: "mailto:a@b.example" },
        { text: "us", emphasis: true, link: "mailto:a@b.example" },
        { text: "." },
      ],
    },
    {
      kind: "list",
      start: null,
      items: [
        [{ kind: "paragraph", spans: [{ text: "one" }] }],
        [{ kind: "paragraph", spans: [{ text: "two", link: "/help" }, { text: " more" }] }],
      ],
    },
    { kind: "heading", level: 2, id: "end", spans: [{ text: "End" }] },
  ]);
});

test("headings have the ids that links to them name, in any language, each once", () => {
  const text =
    "## 1. Fees & prices\n## **Kündigung**, `Form`\n> ## End\n## End\n## End\n[x](#1-fees--prices) [y](#kündigung-form)";
  const blocks = parseMarkdown(text);
  const ids = blocks.flatMap((block) => (block.kind === "heading" ? block.id : []));
  expect(ids).toEqual(["1-fees--prices", "kündigung-form", "end", "end-1", "end-2"]);
  const links = spansIn(blocks).flatMap(({ link }) => (link ? decodeURIComponent(link) : []));
  expect(links).toEqual(["#1-fees--prices", "#kündigung-form"]);
});

test("a numbered list keeps its first number and the list below an item", () => {
  const [list] = parseMarkdown("3. three\n   - below\n4. four");
  expect(list).toEqual({
    kind: "list",
    start: 3,
    items: [
      [
        { kind: "paragraph", spans: [{ text: "three" }] },
        { kind: "list", start: null, items: [[{ kind: "paragraph", spans: [{ text: "below" }] }]] },
      ],
      [{ kind: "paragraph", spans: [{ text: "four" }] }],
    ],
  });
});

test("the first row of a table is its head", () => {
  expect(parseMarkdown("| Cookie | Days |\n|---|---|\n| `session` | 30 |")).toEqual([
    {
      kind: "table",
      rows: [
        [[{ text: "Cookie" }], [{ text: "Days" }]],
        [[{ text: "session" }], [{ text: "30" }]],
      ],
    },
  ]);
});

test("two spaces at the end of a line become a line break, as in a postal address", () => {
  expect(
    spansIn(parseMarkdown("Shop Ltd  \nHigh Street 1"))
      .map(({ text }) => text)
      .join(""),
  ).toBe("Shop Ltd\nHigh Street 1");
});

test("a heading needs no empty line below it", () => {
  expect(parseMarkdown("## A\nb").map(({ kind }) => kind)).toEqual(["heading", "paragraph"]);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](//evil.example)",
  "<b>x</b>",
  "<div>x</div>",
  "<a href='https://evil.example'>x</a>",
  "[x](data:text/html,x)",
  "![x](https://evil.example/x.png)",
])("an unsafe link, HTML or a picture stays text: %s", (text) => {
  const spans = spansIn(parseMarkdown(text));
  expect(spans.every(({ link }) => link === undefined)).toBe(true);
  expect(spans.map((span) => span.text).join("")).toBe(text);
});

test("every text is parsed, and every link in it is safe", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."a[]()*#- \n:/j|1.<>&`".split("")) }), (text) => {
      for (const { link } of spansIn(parseMarkdown(text)))
        if (link !== undefined) expect(link).toMatch(/^(https?:\/\/|mailto:|\/(?!\/)|#)/);
    }),
  );
});
