import { Link } from "react-router";
import type { Block, Span } from "../markdown.ts";

function SpanText({ text, strong, link }: Span) {
  if (strong) return <strong>{text}</strong>;
  if (link === undefined) return text;
  const look = "text-link underline";
  return link.startsWith("/") ? (
    <Link to={link} className={look}>
      {text}
    </Link>
  ) : (
    <a href={link} rel="noreferrer" className={look}>
      {text}
    </a>
  );
}

function Spans({ spans }: { spans: readonly Span[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a span has nothing but its place, and the text never changes
  return spans.map((span, index) => <SpanText key={index} {...span} />);
}

/** A text of the operator below its title. */
export function MarkdownText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => {
    const key = `${index} ${block.kind}`;
    if (block.kind === "list")
      return (
        <ul key={key} className="grid list-disc gap-1.5 pl-5">
          {block.items.map((spans, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
            <li key={nth}>
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      );
    if (block.kind === "paragraph")
      return (
        <p key={key}>
          <Spans spans={block.spans} />
        </p>
      );
    const Heading = block.level === 3 ? "h3" : "h2";
    return (
      <Heading key={key} className="mt-4 text-heading">
        <Spans spans={block.spans} />
      </Heading>
    );
  });
}
