import { Link as LinkIcon } from "lucide-react";
import { anchorOf } from "../document";
import type { DocumentedFunction, DocumentedGroup } from "./documented-functions";

export function groupId(title: string): string {
  return anchorOf(title);
}

/** The functions of a group, with their usage and examples. */
export function FunctionGroup({ group: { title, functions } }: { group: DocumentedGroup }) {
  return (
    <section aria-labelledby={groupId(title)} className="flex min-w-0 flex-col">
      <h2 id={groupId(title)} className="mb-2 scroll-mt-16 font-semibold text-xl">
        {title}
      </h2>
      {functions.map((each) => (
        <FunctionView key={each.name} {...each} />
      ))}
    </section>
  );
}

function FunctionView({ name, aliases, usage, sentence, examples }: DocumentedFunction) {
  return (
    <section
      aria-labelledby={name}
      className="flex min-w-0 break-inside-avoid flex-col gap-1.5 border-border border-t py-4"
    >
      <h3 id={name} className="group scroll-mt-16 font-mono font-semibold text-sm">
        {name}{" "}
        <a
          href={`#${name}`}
          aria-label={`Link to ${name}`}
          className="inline-flex rounded align-middle text-muted opacity-0 focus-visible:opacity-100 group-hover:opacity-100 print:hidden"
        >
          <LinkIcon aria-hidden className="size-3.5" />
        </a>
      </h3>
      {aliases.map((alias) => (
        <span key={alias} id={alias} className="scroll-mt-16" />
      ))}
      <p className="break-words font-mono text-dense">{usage}</p>
      <p className="max-w-[72ch] text-sm leading-6">{sentence}</p>
      {aliases.length > 0 && (
        <p className="text-muted">
          Also written <span className="font-mono text-xs">{aliases.join(", ")}</span>
        </p>
      )}
      <ul aria-label={`Examples of ${name}`} className="flex flex-col gap-0.5">
        {examples.map((example) => (
          <li key={example} className="font-mono text-muted text-xs leading-5 [overflow-wrap:anywhere]">
            {example}
          </li>
        ))}
      </ul>
    </section>
  );
}
