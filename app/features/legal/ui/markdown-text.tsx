import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import type { Block, Span } from "../markdown.ts";

function SpanText({ text, strong, emphasis, link }: Span) {
  let content: ReactNode = text;
  if (strong) content = <strong>{content}</strong>;
  if (emphasis) content = <em>{content}</em>;
  if (link === undefined) return content;
  const look = "text-link underline";
  return link.startsWith("/") ? (
    <Link to={link} className={look}>
      {content}
    </Link>
  ) : (
    <a href={link} rel="noreferrer" className={look}>
      {content}
    </a>
  );
}

function each<Part>(parts: readonly Part[], render: (part: Part, index: number) => ReactNode): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes, and its parts have no other key
  return parts.map((part, index) => <Fragment key={index}>{render(part, index)}</Fragment>);
}

function spansText(spans: readonly Span[]): ReactNode {
  return each(spans, (span) => <SpanText {...span} />);
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case "paragraph":
      return <p className="whitespace-pre-line">{spansText(block.spans)}</p>;
    case "heading": {
      const Heading = block.level > 2 ? "h3" : "h2";
      return (
        <Heading id={block.id} className="mt-4 text-heading">
          {spansText(block.spans)}
        </Heading>
      );
    }
    case "list": {
      const items = each(block.items, (item) => (
        <li>
          <MarkdownText blocks={item} />
        </li>
      ));
      return block.start === null ? (
        <ul className="grid list-disc gap-1.5 pl-5">{items}</ul>
      ) : (
        <ol start={block.start} className="grid list-decimal gap-1.5 pl-6">
          {items}
        </ol>
      );
    }
    case "table": {
      const [head = [], ...rows] = block.rows;
      return (
        <table className="w-full border-collapse text-left text-[0.9375rem]">
          <thead>
            <tr>
              {each(head, (cell) => (
                <th scope="col" className="border-line border-b py-2 pr-4 align-bottom">
                  {spansText(cell)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {each(rows, (row) => (
              <tr>
                {each(row, (cell) => (
                  <td className="border-line border-b py-2 pr-4 align-top">{spansText(cell)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
  }
}

export function MarkdownText({ blocks }: { blocks: readonly Block[] }) {
  return each(blocks, (block) => <BlockText block={block} />);
}
