"use client";

import { useState } from "react";
import type { Call } from "./call";
import { CodeBlock } from "./code-block";
import { languages, type SampleContext } from "./samples";

/** A call in one of the languages, as it stands. */
export function CodeSamples({ call, context }: { call: Call; context: SampleContext }) {
  const [name, setName] = useState("curl");
  const language = languages.find((each) => each.name === name);
  return (
    <CodeBlock
      text={language?.write(call, context) ?? ""}
      label={`${name} sample`}
      heading={
        <div className="flex gap-1">
          {languages.map((each) => (
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
