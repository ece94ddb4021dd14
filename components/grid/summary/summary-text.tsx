import type { Summary } from "./use-summaries";

/** What a field comes to. Where there is little room, the name of the function goes before the figure does. */
export function SummaryText({ summary: { name, text } }: { summary: Summary }) {
  return (
    <span className="flex min-w-0 items-center gap-1 text-muted text-xs">
      <span className="min-w-0 shrink-[1000] truncate">{name}</span>
      <span className="min-w-0 truncate text-text tabular-nums">{text}</span>
    </span>
  );
}
