"use client";

import { SampleTabs } from "@/components/docs/sample-tabs";
import { receivers } from "./receivers";

const samples = Object.entries(receivers).map(([name, text]) => ({ name, text }));

/** A receiver to copy, in a language of the reader's choice. */
export function Receiver() {
  return <SampleTabs samples={samples} what="receiver" />;
}
