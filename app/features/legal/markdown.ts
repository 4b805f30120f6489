import { lexer, type MarkedToken, type Token } from "marked";

/** Text in one style. A line break in `text` ends the line; other line breaks of the Markdown are spaces. */
export interface Span {
  readonly text: string;
  readonly strong?: true;
  readonly emphasis?: true;
  readonly link?: string;
}

export type Block =
  /** The link to a heading is `#` and its id: "#how-we-store-data". */
  | {
      readonly kind: "heading";
      readonly level: number;
      readonly id: string;
      readonly spans: readonly Span[];
    }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  | {
      readonly kind: "list";
      /** Number of the first item; null: a list without numbers. */
      readonly start: number | null;
      readonly items: readonly (readonly Block[])[];
    }
  /** The first row is the head. */
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Span[])[])[] };

/** Links within the shop, to other sites and to email addresses. Any other link stays text. */
const SAFE = /^(https?:\/\/|mailto:|\/(?!\/)|#)/;

/** Parses Markdown with tables. HTML, code and pictures stay text. */
export function parseMarkdown(text: string): Block[] {
  return blocksOf(lexer(text), new Set());
}

/** `ids` are those of the headings so far. */
function blocksOf(tokens: readonly Token[], ids: Set<string>): Block[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => blockOf(token, ids));
}

/** As on GitHub: in lower case, without punctuation, with "-" for spaces; the second "fees" is "fees-1". */
function newId(spans: readonly Span[], ids: Set<string>): string {
  const text = spansText(spans).trim().toLowerCase();
  const slug = text.replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
  let id = slug;
  for (let nth = 1; ids.has(id); nth++) id = `${slug}-${nth}`;
  ids.add(id);
  return id;
}

export function spansText(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}

function blockOf(token: MarkedToken, ids: Set<string>): Block[] {
  switch (token.type) {
    case "space":
    case "hr":
    case "def":
    case "checkbox":
      return [];
    case "heading": {
      const spans = spansOf(token.tokens);
      return [{ kind: "heading", level: token.depth, id: newId(spans, ids), spans }];
    }
    case "paragraph":
      return [{ kind: "paragraph", spans: spansOf(token.tokens) }];
    case "text":
      return [{ kind: "paragraph", spans: spansOf(token.tokens ?? [token]) }];
    case "list":
      return [
        {
          kind: "list",
          start: token.ordered ? Number(token.start) : null,
          items: token.items.map((item) => blocksOf(item.tokens, ids)),
        },
      ];
    case "table":
      return [
        {
          kind: "table",
          rows: [token.header, ...token.rows].map((row) => row.map((cell) => spansOf(cell.tokens))),
        },
      ];
    case "blockquote":
      return blocksOf(token.tokens, ids);
    default:
      return [{ kind: "paragraph", spans: [{ text: token.raw.trim() }] }];
  }
}

type Style = Omit<Span, "text">;

function spansOf(tokens: readonly Token[], style: Style = {}): Span[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => spanOf(token, style));
}

function spanOf(token: MarkedToken, style: Style): Span[] {
  switch (token.type) {
    case "strong":
      return spansOf(token.tokens, { ...style, strong: true });
    case "em":
      return spansOf(token.tokens, { ...style, emphasis: true });
    case "del":
      return spansOf(token.tokens, style);
    case "link":
      return SAFE.test(token.href)
        ? spansOf(token.tokens, { ...style, link: token.href })
        : [{ ...style, text: token.raw }];
    case "br":
      return [{ ...style, text: "\n" }];
    case "text":
    case "escape":
    case "codespan":
      return [{ ...style, text: token.text.replaceAll("\n", " ") }];
    default:
      return [{ ...style, text: token.raw }];
  }
}
