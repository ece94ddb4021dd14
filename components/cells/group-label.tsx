import { ChevronRight } from "lucide-react";
import type { Group } from "@/components/groups/group";
import { emptyGroupName } from "@/components/groups/group-texts";
import { isBlank } from "@/components/listing/is-blank";
import { columnOf } from "./columns";
import { CellValue } from "./views";

/** Pixels of indentation per group level. */
export const groupIndent = 20;

/** The value and record count of a group. */
export function GroupLabel({ group, isCollapsed }: { group: Group; isCollapsed: boolean }) {
  return (
    <>
      <ChevronRight
        className={`size-4 shrink-0 text-muted transition-transform group-hover/group-header:text-text ${isCollapsed ? "" : "rotate-90"}`}
      />
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <span dir="auto" className="max-w-[40%] shrink-0 truncate text-muted">
          {group.field.name}
        </span>
        <GroupValue group={group} />
      </span>
      <span className="shrink-0 text-muted tabular-nums">{countOf(group)}</span>
    </>
  );
}

function GroupValue({ group: { field, value } }: { group: Group }) {
  if (isBlank(value)) return <span className="text-muted">{emptyGroupName}</span>;
  return (
    <span className="flex min-w-0 items-center font-medium [--row-lines:1]">
      <CellValue column={columnOf(field, { index: 0, width: 300, isLocked: true })} value={value} />
    </span>
  );
}

function countOf({ rows }: Group): string {
  return (rows.end - rows.first).toLocaleString("en");
}
