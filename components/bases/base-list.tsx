import { ChevronRight } from "lucide-react";
import Link from "next/link";

export interface ListedBase {
  id: string;
  name: string;
  tableCount: number;
}

export function BaseList({ bases }: { bases: readonly ListedBase[] }) {
  return (
    <ul className="divide-y divide-border border-border border-y">
      {bases.map(({ id, name, tableCount }) => (
        <li key={id}>
          <Link href={`/database/${id}`} className="flex h-11 items-center gap-4 px-2 text-sm hover:bg-hover">
            <span className="min-w-0 flex-1 truncate font-medium" title={name}>
              {name}
            </span>
            <span className="shrink-0 text-dense text-muted tabular-nums">{tablesOf(tableCount)}</span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function tablesOf(count: number): string {
  if (count === 0) return "No tables";
  return count === 1 ? "1 table" : `${count} tables`;
}
