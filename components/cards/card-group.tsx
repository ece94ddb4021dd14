import { GroupLabel, groupIndent } from "@/components/cells/group-label";
import type { Group } from "@/components/groups/group";
import { groupName } from "@/components/groups/group-texts";
import { groupHeight } from "@/components/groups/row-layout";

interface CardGroupProps {
  readonly group: Group;
  readonly top: number;
  readonly isCollapsed: boolean;
  readonly onToggle: () => void;
}

/** A group header. A tap collapses or expands its cards. */
export function CardGroup({ group, top, isCollapsed, onToggle }: CardGroupProps) {
  return (
    <li
      className="absolute inset-x-2"
      style={{
        height: groupHeight,
        transform: `translateY(${top}px)`,
        paddingInlineStart: group.level * groupIndent,
      }}
    >
      <button
        type="button"
        aria-expanded={!isCollapsed}
        aria-label={groupName(group, [])}
        onClick={onToggle}
        className="flex h-full w-full min-w-0 items-center gap-2 rounded-md pe-2 text-start hover:bg-hover"
      >
        <GroupLabel group={group} isCollapsed={isCollapsed} />
      </button>
    </li>
  );
}
