"use client";

import { useState } from "react";
import { CodeBlock } from "./code-block";

export interface Sample {
  readonly name: string;
  readonly text: string;
  /** Says what to do with the text. */
  readonly note?: string;
}

interface SampleTabsProps {
  readonly samples: readonly Sample[];
  /** A noun for a sample. */
  readonly what: string;
}

/** Samples of code, of which the first is shown until another is chosen. */
export function SampleTabs({ samples, what }: SampleTabsProps) {
  const [name, setName] = useState(samples[0]?.name ?? "");
  const { text = "", note } = samples.find((each) => each.name === name) ?? {};
  return (
    <CodeBlock
      text={text}
      note={note}
      label={`${name} ${what}`}
      heading={
        <div className="flex flex-wrap gap-1">
          {samples.map((each) => (
            <button
              key={each.name}
              type="button"
              aria-pressed={each.name === name}
              onClick={() => setName(each.name)}
              className="h-8 rounded-md px-2.5 text-muted hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
            >
              {each.name}
            </button>
          ))}
        </div>
      }
    />
  );
}
