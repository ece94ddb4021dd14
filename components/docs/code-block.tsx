"use client";

import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";

interface CodeBlockProps {
  text: string;
  /** A noun for screen readers and the copy button, such as "example". */
  label: string;
  /** Shown above the text, such as tabs. */
  heading?: ReactNode;
  /** Says what to do with the text. */
  note?: string | undefined;
}

/** Preformatted text with a copy button. Long lines scroll. */
export function CodeBlock({ text, label, heading, note }: CodeBlockProps) {
  return (
    <figure aria-label={label} className="relative min-w-0 rounded-lg border border-border bg-surface">
      {heading !== undefined && (
        <figcaption className="flex min-h-10 items-center border-border border-b py-1 pr-11 pl-3">
          {heading}
        </figcaption>
      )}
      {note !== undefined && <p className="px-3 pt-2.5 text-muted">{note}</p>}
      <div className="absolute top-1 right-1 rounded-md bg-surface">
        <CopyButton text={text} what={label} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className="max-h-96 overflow-auto px-3 py-2.5 font-mono text-xs leading-5" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
