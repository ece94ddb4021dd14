import { Fragment } from "react";
import { CodeBlock } from "./code-block";
import { anchorOf } from "./document";
import { type Block, parseBlocks, parseInline } from "./markdown";

interface MarkdownTextProps {
  text: string;
  /** A prefix that makes the headings' anchors unique on the page. */
  within?: string;
}

/** Renders Markdown from the document. */
export function MarkdownText({ text, within = "" }: MarkdownTextProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm leading-6">
      {keyed(parseBlocks(text)).map(([key, block]) => (
        <BlockView key={key} block={block} within={within} />
      ))}
    </div>
  );
}

function BlockView({ block, within }: { block: Block; within: string }) {
  switch (block.kind) {
    case "heading": {
      const id = anchorOf(`${within} ${block.text}`);
      return (
        <h3 id={id} className="mt-3 scroll-mt-16 font-semibold text-base">
          <Inline text={block.text} />
        </h3>
      );
    }
    case "paragraph":
      return (
        <p className="max-w-[72ch]">
          <Inline text={block.text} />
        </p>
      );
    case "code":
      return <CodeBlock text={block.text} label="Example" />;
    case "list":
      return (
        <ul className="flex max-w-[72ch] list-disc flex-col gap-1 pl-5">
          {keyed(block.items).map(([key, item]) => (
            <li key={key}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    case "table":
      return <TableView {...block} />;
  }
}

function TableView({ head, rows }: Extract<Block, { kind: "table" }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <figure className="overflow-x-auto" tabIndex={0} aria-label={`Table of ${head.join(", ")}`}>
      <table className="w-full border-collapse text-left text-dense">
        <thead>
          <tr>
            {head.map((cell) => (
              <th
                key={cell}
                scope="col"
                className="border-border border-b py-1.5 pr-4 font-medium text-muted"
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows).map(([key, row]) => (
            <tr key={key} className="border-border border-b align-top">
              {keyed(row).map(([cellKey, cell]) => (
                <td key={cellKey} className="min-w-32 py-1.5 pr-4 [&_code]:[overflow-wrap:normal]">
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

export function Inline({ text }: { text: string }) {
  return keyed(parseInline(text)).map(([key, piece]) => {
    switch (piece.kind) {
      case "text":
        return <Fragment key={key}>{piece.text}</Fragment>;
      case "strong":
        return <strong key={key}>{piece.text}</strong>;
      case "code":
        return (
          <code key={key} className="rounded bg-hover px-1 py-px font-mono text-xs [overflow-wrap:anywhere]">
            {piece.text}
          </code>
        );
      case "link":
        return (
          <a key={key} href={piece.href} className="text-accent underline">
            {piece.text}
          </a>
        );
    }
    return null;
  });
}

/** Uses the index as key, as texts are never reordered. */
function keyed<Item>(items: readonly Item[]): [key: string, item: Item][] {
  return items.map((item, index) => [String(index), item]);
}
