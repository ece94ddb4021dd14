"use client";

import type { Call } from "./call";
import { type Sample, SampleTabs } from "./sample-tabs";
import { languages, type SampleContext } from "./samples";

interface CodeSamplesProps {
  call: Call;
  context: SampleContext;
  /** Further tabs besides the code samples. */
  others?: readonly Sample[];
}

/** A call as code, in a language of the reader's choice. */
export function CodeSamples({ call, context, others = [] }: CodeSamplesProps) {
  const samples: Sample[] = [
    ...languages.map((language) => ({ name: language.name, text: language.write(call, context) })),
    ...others,
  ];
  return <SampleTabs samples={samples} what="sample" />;
}
