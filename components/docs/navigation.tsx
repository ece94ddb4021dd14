import type { Section } from "./document";
import { MethodBadge } from "./method-badge";

/** Links to the sections and their operations. */
export function Navigation({ sections }: { sections: readonly Section[] }) {
  return (
    <ul className="flex flex-col gap-4 pb-8">
      <li>
        <a href="#introduction" className={`${link} font-medium`}>
          Introduction
        </a>
      </li>
      {sections.map(({ tag, id, entries }) => (
        <li key={id} className="flex flex-col">
          <a href={`#${id}`} className={`${link} font-medium`}>
            {tag.name}
          </a>
          <ul>
            {entries.map(({ method, operation: { operationId, summary } }) => (
              <li key={operationId}>
                <a
                  href={`#${operationId}`}
                  title={operationId}
                  className={`${link} text-muted hover:text-text`}
                >
                  <MethodBadge method={method} />
                  <span className="truncate">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const link = "flex min-h-7 min-w-0 items-center gap-2 rounded-md px-2 -outline-offset-2 hover:bg-hover";
