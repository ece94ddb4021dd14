import type { Summary } from "./use-summaries";

/** A field's summary. In a narrow column the name is truncated before the figure. */
export function SummaryText({ summary: { name, text } }: { summary: Summary }) {
  return (
    <span className="flex min-w-0 items-center gap-1 text-muted text-xs">
      <span className="min-w-0 shrink-[1000] truncate">{name}</span>
      <span className="min-w-0 truncate text-text tabular-nums">{text}</span>
    </span>
  );
}
