"use client";

import type { Outcome } from "./call";
import { CodeBlock } from "./code-block";

/** The response to a call. */
export function OutcomeView({ outcome }: { outcome: Outcome }) {
  const { status, statusText, milliseconds, headers, body } = outcome;
  const headerLines = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <section aria-label="Response" aria-live="polite" className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap gap-x-3">
        <strong className={status < 400 ? "text-accent" : "text-danger"}>
          {status} {statusText}
        </strong>
        <span className="text-muted tabular-nums">{milliseconds} ms</span>
      </p>
      {body === "" ? (
        <p className="text-muted">The response has no body.</p>
      ) : (
        <CodeBlock text={body} label="response" heading="Body" />
      )}
      <details>
        <summary className="cursor-pointer text-muted">{headers.length} headers</summary>
        <div className="pt-2">
          <CodeBlock text={headerLines} label="headers" />
        </div>
      </details>
    </section>
  );
}
