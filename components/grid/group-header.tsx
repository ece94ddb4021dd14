// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the row gets the focus, not its cell
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of its content
import { memo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { GroupLabel, groupIndent } from "@/components/cells/group-label";
import type { Group } from "@/components/groups/group";
import { groupName } from "@/components/groups/group-texts";
import { groupHeight } from "@/components/groups/row-layout";
import { SummaryText } from "./summary/summary-text";
import type { SummaryRow } from "./summary/use-summaries";
import { numberWidthOf } from "./viewport/geometry";

interface GroupHeaderProps {
  readonly group: Group;
  /** The line number among rows and headers. */
  readonly line: number;
  readonly top: number;
  readonly isCollapsed: boolean;
  /** All columns, and those that are drawn. */
  readonly columns: readonly GridColumn[];
  readonly drawn: readonly GridColumn[];
  readonly summaries: SummaryRow;
  /** True if Tab enters the grid here, and if the header has the focus. */
  readonly isTabStop: boolean;
  readonly isActive: boolean;
  readonly onToggle: (group: Group) => void;
}

/**
 * A group header with the group's value, record count and summaries. A click collapses or expands the group. The row
 * itself gets the focus, so that screen readers announce its level and state.
 */
export const GroupHeader = memo(function GroupHeader(props: GroupHeaderProps) {
  const { group, line, top, isCollapsed, columns, drawn, summaries, isTabStop, isActive, onToggle } = props;
  const [first] = columns;
  const own = columns.flatMap(({ field }) => summaries.get(field.id) ?? []);
  const atFirst = first && summaries.get(first.field.id);
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      aria-expanded={!isCollapsed}
      aria-level={group.level + 1}
      data-group={group.id}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={`group/group-header absolute inset-x-0 cursor-pointer border-border border-e border-b shadow-[0_-1px_var(--border)] outline-none ${tints[group.level]}`}
      style={{ top, height: groupHeight }}
      // Keeps the focus on the cell that has it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(group);
      }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className="relative flex h-full bg-inherit -outline-offset-2 select-none group-focus-visible/group-header:outline-2 group-focus-visible/group-header:outline-focus"
      >
        <span className="sr-only">
          {groupName(
            group,
            own.map(({ column, name, text }) => `${column.field.name} ${name.toLowerCase()} ${text}`),
          )}
        </span>
        <div
          aria-hidden
          inert
          className="sticky start-0 z-10 my-0.5 flex min-w-0 items-center gap-2 bg-inherit pe-2"
          style={{
            paddingInlineStart: 12 + group.level * groupIndent,
            width: Math.max(numberWidthOf(columns) + (first?.width ?? 0), narrowestLabel),
            maxWidth: "100vw",
          }}
        >
          <GroupLabel group={group} isCollapsed={isCollapsed} />
          {atFirst && <SummaryText summary={atFirst} />}
        </div>
        {drawn.map((column) => {
          const summary = summaries.get(column.field.id);
          return (
            summary &&
            column !== first && (
              <div
                key={column.field.id}
                aria-hidden
                inert
                className="absolute inset-y-0 flex items-center justify-end px-2"
                style={{ insetInlineStart: column.left, width: column.width }}
              >
                <SummaryText summary={summary} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
});

/** Pixels: a narrow first column lets the label overlap the next ones. */
const narrowestLabel = 240;

/** Tints by level. */
const tints = ["bg-group-1", "bg-group-2", "bg-group-3"];
