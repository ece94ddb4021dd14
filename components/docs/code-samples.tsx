"use client";

import { useState } from "react";
import type { Call } from "./call";
import { CodeBlock } from "./code-block";
import { languages, type SampleContext } from "./samples";

interface CodeSamplesProps {
  call: Call;
  context: SampleContext;
  /** Further tabs besides the code samples. */
  others?: readonly Sample[];
}

interface Sample {
  readonly name: string;
  readonly text: string;
}

/** A call as code, in a language of the reader's choice. */
export function CodeSamples({ call, context, others = [] }: CodeSamplesProps) {
  const [name, setName] = useState("curl");
  const samples: Sample[] = [
    ...languages.map((language) => ({ name: language.name, text: language.write(call, context) })),
    ...others,
  ];
  return (
    <CodeBlock
      text={samples.find((each) => each.name === name)?.text ?? ""}
      label={`${name} sample`}
      heading={
        <div className="flex gap-1">
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
