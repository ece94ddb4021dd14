import { ExternalLink } from "lucide-react";
import type { CellProps } from "./cell";
import { hrefOf } from "./href-of";

/** A click selects the cell; the icon at its end, or a click with Mod, opens the address. */
export function LinkCell({ column: { field, fieldType }, value }: CellProps) {
  const text = fieldType.display(value, field.template);
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate text-accent">
        {text}
      </span>
      <a
        href={hrefOf(text)}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        aria-label={`Open ${text}`}
        className="hidden size-5 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text group-hover:flex group-aria-selected:flex"
      >
        <ExternalLink aria-hidden className="size-3.5" strokeWidth={1.75} />
      </a>
    </>
  );
}
