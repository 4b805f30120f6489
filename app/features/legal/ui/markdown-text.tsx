import { Link } from "react-router";
import type { Block, Span } from "../markdown.ts";

function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map(({ text, strong, link }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    if (strong) return <strong key={index}>{text}</strong>;
    if (link === undefined) return text;
    const look = "text-link underline";
    return link.startsWith("/") ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <Link key={index} to={link} className={look}>
        {text}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
      <a key={index} href={link} rel="noreferrer" className={look}>
        {text}
      </a>
    );
  });
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
