import { Plus } from "lucide-react";
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef } from "react";
import { indexesOf, isEmptyRange } from "@/components/listing/range";
import { useOpenTable } from "@/components/open-table/open-table";
import type { CardContent } from "@/components/record-card/card-content";
import { missingIn, recordAt } from "@/components/record-card/rows/segments";
import type { OthersCards } from "@/components/record-card/use-others-cards";
import { onDemand } from "@/components/ui/on-demand";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { settingOf } from "@/lib/contract/views";
import type { BoardFocus, BoardState, Carried, ShownStack } from "../board-state";
import { headerRow } from "../moves/board-steps";
import { type CardHeights, heightOf, layOut, topOf } from "../rows/stack-layout";
import type { PlacedStack } from "../rows/use-across-window";
import type { LoadedBoard } from "../rows/use-board-rows";
import { useStackWindow } from "../rows/use-stack-window";
import { Card } from "./stack-card";
import type { StackHandles } from "./stack-handles";
import { CollapsedStack, StackHeader } from "./stack-header";
import { stackTint } from "./stack-label";

const NewStackCard = onDemand(async () => (await import("./new-stack-card")).NewStackCard);

interface StackColumnProps {
  readonly field: Field;
  readonly stack: ShownStack;
  readonly content: CardContent;
  readonly heights: CardHeights;
  readonly place: PlacedStack;
  /** Null if the focus is in another stack. */
  readonly focus: BoardFocus | null;
  readonly selected: ReadonlySet<string>;
  /** The carried cards if they are over this stack or come from it, else null. */
  readonly carried: Carried | null;
  readonly isOver: boolean;
  readonly isComposing: boolean;
  readonly mayAdd: boolean;
  readonly hasMenu: boolean;
  /** The record that is marked: the search result or the open one. */
  readonly markedId: string | null;
  readonly state: () => BoardState;
  readonly nameOf: (record: Record) => string;
  readonly hrefOf: (recordId: string) => string;
  readonly want: LoadedBoard["want"];
  readonly release: LoadedBoard["release"];
  readonly handles: StackHandles;
  /** The other people at cards. */
  readonly others: OthersCards;
  readonly onComposed: () => void;
  /** Says what the view is sorted by; null for the manual order. */
  readonly sortedText: string | null;
}

/** A column with the cards of a stack. */
export const StackColumn = memo(function StackColumn(props: StackColumnProps) {
  const { field, stack, place, focus, isOver, handles } = props;
  const { changeView, view } = useOpenTable();
  const headingId = useId();
  const elementRef = useRef<HTMLElement>(null);
  const tint = useMemo(() => stackTint(field, stack.key), [field, stack.key]);
  const shown = { tint, headingId };
  useEffect(() => handles.add(stack.id, { element: () => elementRef.current }), [handles, stack.id]);

  return (
    <section
      ref={elementRef}
      aria-labelledby={headingId}
      data-stack={stack.id}
      className="absolute inset-y-0 snap-center pb-3"
      style={{ insetInlineStart: place.left, width: place.width }}
    >
      {stack.isCollapsed ? (
        <CollapsedStack
          field={field}
          stack={stack}
          headingId={headingId}
          hasFocus={focus !== null}
          style={tint}
          isOver={isOver}
          onExpand={() => {
            const others = settingOf(view.config, "collapsedStacks").filter((key) => key !== stack.key);
            changeView({ collapsedStacks: others });
          }}
        />
      ) : (
        <OpenStack {...props} {...shown} />
      )}
    </section>
  );
});

interface OpenStackProps extends StackColumnProps {
  readonly tint: ReturnType<typeof stackTint>;
  readonly headingId: string;
}

function OpenStack(props: OpenStackProps) {
  const { field, stack, content, heights, focus, selected, carried, isOver, tint, headingId } = props;
  const {
    isComposing,
    mayAdd,
    hasMenu,
    markedId,
    state,
    nameOf,
    hrefOf,
    want,
    release,
    handles,
    onComposed,
    sortedText,
    others,
  } = props;
  const { table, view } = useOpenTable();
  const { rows, count } = stack;
  const layout = useMemo(() => layOut(rows, heights), [rows, heights]);
  const kept = useMemo(() => handles.offsetOf(stack.id), [handles, stack.id]);
  const window = useStackWindow(rows, layout, kept);
  const { scrollerRef, drawn, shift } = window;

  const { wanted } = window;
  const missing = JSON.stringify(stack.isCounted ? missingIn(rows, wanted) : []);
  useEffect(() => want(stack.id, JSON.parse(missing)), [missing, want, stack.id]);
  useEffect(() => () => release(stack.id), [release, stack.id]);

  const dropRowAt = useStable(window.dropRowAt);
  useEffect(
    () => handles.add(stack.id, { scroller: () => scrollerRef.current, dropRowAt }),
    [handles, stack.id, scrollerRef, dropRowAt],
  );

  const shownTurn = useRef(0);
  const { reveal } = window;
  useLayoutEffect(() => {
    if (!focus || focus.turn === shownTurn.current) return;
    shownTurn.current = focus.turn;
    if (focus.row >= 0 && focus.row < count) reveal(focus.row);
  }, [focus, count, reveal]);

  const carriedIds = useMemo(() => new Set(carried?.records.map(({ id }) => id)), [carried]);
  const drawnRows = isEmptyRange(drawn) ? [] : indexesOf(drawn);
  if (focus && focus.row >= 0 && focus.row < count && !drawnRows.includes(focus.row)) {
    drawnRows.push(focus.row);
    drawnRows.sort((one, other) => one - other);
  }
  const seen = new Set<string>();
  return (
    <div
      style={tint}
      className={`flex h-full min-h-0 flex-col rounded-xl ${tint ? "" : "bg-group-2"} ${isOver ? "outline-2 outline-accent -outline-offset-2" : ""}`}
    >
      <StackHeader
        table={table}
        field={field}
        stack={stack}
        headingId={headingId}
        aggregate={settingOf(view.config, "stackAggregate")}
        hasFocus={focus?.row === headerRow}
        state={state}
      />
      {isOver && sortedText !== null && <p className="px-3 pb-1.5 text-muted text-xs">{sortedText}</p>}
      <div
        ref={scrollerRef}
        onScroll={window.onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain [overflow-anchor:none] [scrollbar-width:thin]"
      >
        <ul
          // biome-ignore lint/a11y/noRedundantRoles: Safari gives lists without markers no role
          role="list"
          aria-labelledby={headingId}
          className="relative"
          style={{ height: window.height }}
        >
          {drawnRows.map((row) => {
            const record = recordAt(rows, row);
            // While pages arrive, a record may be in two rows for a moment.
            const id = record && !seen.has(record.id) ? record.id : undefined;
            if (id !== undefined) seen.add(id);
            return (
              <Card
                key={id ?? `row-${row}`}
                content={content}
                record={record}
                name={record ? nameOf(record) : ""}
                stackId={stack.id}
                row={row}
                count={count}
                top={topOf(layout, row) + shift}
                step={heightOf(layout, row)}
                hasFocus={focus?.row === row}
                isSelected={id !== undefined && selected.has(id)}
                carriedBy={carried && id !== undefined && carriedIds.has(id) ? carried.by : null}
                isMarked={id !== undefined && id === markedId}
                hasMenu={hasMenu}
                hrefOf={hrefOf}
                person={id === undefined ? undefined : others.get(id)}
              />
            );
          })}
        </ul>
        {count === 0 && !isOver && (
          <p className="px-3 pt-1 pb-2 text-center text-muted text-xs">No records</p>
        )}
      </div>
      {mayAdd &&
        (isComposing ? (
          <NewStackCard field={field} stack={stack} state={state} onClose={onComposed} />
        ) : (
          <button
            type="button"
            data-place={stack.id}
            data-row={count}
            data-new-card
            aria-label={`New record in ${stack.name}`}
            tabIndex={focus?.row === count ? 0 : -1}
            className="m-1.5 flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 text-muted hover:bg-hover hover:text-text"
          >
            <Plus aria-hidden className="size-4" />
            New
          </button>
        ))}
    </div>
  );
}
