import { columnOf } from "@/components/cells/columns";
import { functionsFor, summaryText } from "@/components/cells/summary/summary-functions";
import type { Table } from "@/lib/contract/tables";
import type { ConfigOf } from "@/lib/contract/views";

interface StackAmountProps {
  readonly table: Table;
  readonly aggregate: ConfigOf<"kanban">["stackAggregate"];
  readonly value: number | string | null;
}

/** The aggregate of a stack, such as the sum of a field. */
export function StackAmount({ table, aggregate, value }: StackAmountProps) {
  const field = table.fields.find(({ id }) => id === aggregate?.fieldId);
  if (!aggregate || !field) return null;
  const column = columnOf(field, { index: 0, width: 100, isLocked: true });
  const summary = functionsFor(column).find(({ does }) => does === aggregate.function);
  if (!summary) return null;
  return (
    <span
      className="min-w-0 truncate text-muted text-xs tabular-nums"
      title={`${summary.name} of ${field.name}`}
    >
      <span className="sr-only">{`${summary.name} of ${field.name}: `}</span>
      {summaryText(summary, column, value)}
    </span>
  );
}
