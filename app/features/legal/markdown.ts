/** A piece of a line: text, which may be strong or lead somewhere. */
export interface Span {
  readonly text: string;
  readonly strong?: true;
  readonly link?: string;
}

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly spans: readonly Span[] }
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Span[])[] };

const INLINE = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Within the shop, to another site, or a mail. Anything else stays text. */
const SAFE = /^(https?:\/\/|mailto:|\/(?!\/)|#)/;

function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) spans.push({ text: text.slice(end, match.index) });
    const [whole, strong, label, link] = match;
    if (strong !== undefined) spans.push({ text: strong, strong: true });
    else if (label !== undefined && link !== undefined && SAFE.test(link)) spans.push({ text: label, link });
    else spans.push({ text: whole });
    end = match.index + whole.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}

const HEADING = /^(#{1,3})\s+(.*)$/;
const ITEM = /^[-*]\s+(.*)$/;

/**
 * Parses the part of Markdown that legal texts need: headings, paragraphs, lists, strong text and links. Everything
 * else, HTML too, stays text.
 */
export function parseMarkdown(text: string): Block[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .flatMap(blocksOf);
}

function blocksOf(part: string): Block[] {
  const [first = "", ...rest] = part.split("\n");
  const [, marks, title] = HEADING.exec(first) ?? [];
  if (marks !== undefined && title !== undefined) {
    const heading: Block = { kind: "heading", level: marks.length as 1 | 2 | 3, spans: spansOf(title) };
    return rest.length > 0 ? [heading, ...blocksOf(rest.join("\n"))] : [heading];
  }
  if (ITEM.test(first)) {
    // A line without a mark continues its item.
    const items = part
      .split(/\n(?=[-*]\s)/)
      .map((item) => (ITEM.exec(item.replaceAll("\n", " "))?.[1] ?? item).trim());
    return [{ kind: "list", items: items.map(spansOf) }];
  }
  return [{ kind: "paragraph", spans: spansOf([first, ...rest].join(" ")) }];
}
