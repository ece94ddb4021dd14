import { Menu } from "@base-ui/react/menu";
import { ChevronsLeftRight, Ellipsis } from "lucide-react";
import type { CSSProperties } from "react";
import { counted } from "@/components/tasks/counted";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ConfigOf } from "@/lib/contract/views";
import type { BoardState, ShownStack } from "../board-state";
import { headerRow } from "../moves/board-steps";
import { StackAmount } from "./stack-amount";
import { StackLabel } from "./stack-label";

const StackMenu = onDemand(async () => (await import("./stack-menu")).StackMenu);

interface StackHeaderProps {
  readonly table: Table;
  readonly field: Field;
  readonly stack: ShownStack;
  readonly headingId: string;
  readonly aggregate: ConfigOf<"kanban">["stackAggregate"];
  readonly hasFocus: boolean;
  readonly state: () => BoardState;
}

/** The value, count and amount of a stack, and its menu. */
export function StackHeader(props: StackHeaderProps) {
  const { table, field, stack, headingId, aggregate, hasFocus, state } = props;
  return (
    <header
      data-stack-grip
      className="flex h-11 shrink-0 touch-pan-x touch-pan-y items-center gap-2 ps-3 pe-1.5"
    >
      <h2
        id={headingId}
        aria-label={stack.name}
        dir="auto"
        className="flex min-w-0 shrink items-center font-medium text-dense"
        title={stack.name}
      >
        <StackLabel field={field} stackKey={stack.key} name={stack.name} />
      </h2>
      {stack.isCounted && <StackCount count={stack.count} />}
      <span className="min-w-0 flex-1" />
      {stack.isCounted && <StackAmount table={table} aggregate={aggregate} value={stack.value} />}
      <Menu.Root modal={false}>
        <Menu.Trigger
          onKeyDown={(event) => {
            // Arrows go to the cards instead of opening the menu.
            if (event.key.startsWith("Arrow")) event.preventBaseUIHandler();
          }}
          render={
            <IconButton
              icon={Ellipsis}
              label={`Options for ${stack.name}`}
              data-place={stack.id}
              data-row={headerRow}
              tabIndex={hasFocus ? 0 : -1}
              className="size-7"
            />
          }
        />
        <StackMenu stack={stack} field={field} state={state} />
      </Menu.Root>
    </header>
  );
}

function StackCount({ count }: { count: number }) {
  return (
    <span className="shrink-0 text-muted tabular-nums">
      <span aria-hidden>{count.toLocaleString("en")}</span>
      <span className="sr-only">{counted(count, "record")}</span>
    </span>
  );
}

interface CollapsedStackProps extends Pick<StackHeaderProps, "field" | "stack" | "headingId" | "hasFocus"> {
  readonly style: CSSProperties | undefined;
  readonly isOver: boolean;
  readonly onExpand: () => void;
}

/** A collapsed stack: a narrow column with its name from top to bottom. */
export function CollapsedStack(props: CollapsedStackProps) {
  const { field, stack, headingId, hasFocus, style, isOver, onExpand } = props;
  return (
    <button
      type="button"
      aria-expanded={false}
      title={`Expand ${stack.name}`}
      data-place={stack.id}
      data-row={headerRow}
      data-stack-grip
      tabIndex={hasFocus ? 0 : -1}
      onClick={onExpand}
      style={style}
      className={`flex h-full w-full flex-col items-center gap-3 rounded-xl py-3 hover:brightness-95 dark:hover:brightness-125 ${style ? "" : "bg-group-2"} ${isOver ? "outline-2 outline-accent" : ""}`}
    >
      <ChevronsLeftRight aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <span id={headingId} className="flex min-h-0 font-medium [writing-mode:vertical-rl]">
        <StackLabel field={field} stackKey={stack.key} name={stack.name} />
      </span>
      {stack.isCounted && <StackCount count={stack.count} />}
    </button>
  );
}
