import { Menu } from "@base-ui/react/menu";
import { Sigma } from "lucide-react";
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { functionsFor } from "@/components/cells/summary/summary-functions";
import { MenuChoices, MenuList } from "@/components/ui/menu";
import type { GridModel } from "../use-grid";
import { numberWidthOf } from "../viewport/geometry";
import type { Viewport } from "../viewport/use-viewport";
import { SummaryText } from "./summary-text";
import type { Summaries } from "./use-summaries";

interface SummaryBarProps extends Pick<GridModel, "columns" | "summaries"> {
  readonly isFrozen: boolean;
  readonly scrollerRef: Viewport["scrollerRef"];
  readonly reveal: Viewport["reveal"];
}

/** The summaries below the columns, each with a menu of functions. */
export const SummaryBar = memo(function SummaryBar(props: SummaryBarProps) {
  const { columns, summaries, isFrozen, scrollerRef, reveal } = props;
  const [menu] = useState(() => Menu.createHandle<GridColumn>());
  const { layerRef, barRef } = useSideways(scrollerRef);
  const [stop, setStop] = useState(0);
  const isMoving = useRef(false);
  const frozen = isFrozen ? columns.drawn.filter(({ isPinned }) => isPinned) : [];
  const scrolling = columns.drawn.filter((column) => !frozen.includes(column));
  const numberWidth = numberWidthOf(columns.all);
  const before = frozen.reduce((width, column) => width + column.width, numberWidth);
  const isStopDrawn = columns.drawn.some(({ index }) => index === stop);
  const tabStop = isStopDrawn ? stop : columns.drawn[0]?.index;

  // A column outside the viewport is drawn some time after the focus was requested.
  useLayoutEffect(() => {
    const button = barRef.current?.querySelector<HTMLElement>(`[data-summary="${stop}"]`);
    if (!isMoving.current || !button) return;
    isMoving.current = false;
    button.focus({ preventScroll: true });
  });
  function onKeyDown({ key, currentTarget, target }: KeyboardEvent): void {
    // React events of the menu arrive here although it is outside this element.
    if (!currentTarget.contains(target as Node)) return;
    const to = steps[key]?.(stop, columns.all.length - 1);
    if (to === undefined || to < 0 || to >= columns.all.length) return;
    isMoving.current = true;
    setStop(to);
    reveal({ column: to });
  }
  const cellOf = (column: GridColumn, from: number) => (
    <SummaryCell
      key={column.field.id}
      column={column}
      from={from}
      menu={menu}
      summaries={summaries}
      isTabStop={column.index === tabStop}
      onFocus={() => setStop(column.index)}
    />
  );
  return (
    <div
      ref={barRef}
      role="toolbar"
      aria-label="Summary"
      onKeyDown={onKeyDown}
      className="relative h-8 shrink-0 overflow-clip border-border border-t bg-background text-xs"
    >
      <div className="absolute inset-y-0 end-0 overflow-clip" style={{ insetInlineStart: before }}>
        <div ref={layerRef} className="absolute inset-y-0">
          {scrolling.map((column) => cellOf(column, before))}
        </div>
      </div>
      <Sigma
        aria-hidden
        className="absolute start-0 top-2 size-4 px-0 text-muted"
        style={{ width: numberWidth }}
      />
      {frozen.map((column) => cellOf(column, 0))}
      <Menu.Root handle={menu} modal={false}>
        {({ payload: column }) => (
          <MenuList>{column && <SummaryChoices column={column} summaries={summaries} />}</MenuList>
        )}
      </Menu.Root>
    </div>
  );
});

const steps: { readonly [key: string]: (from: number, last: number) => number } = {
  ArrowLeft: (from) => from - 1,
  ArrowRight: (from) => from + 1,
  Home: () => 0,
  End: (_, last) => last,
};

interface SummaryCellProps {
  readonly column: GridColumn;
  /** The left edge of its container. */
  readonly from: number;
  readonly menu: Menu.Handle<GridColumn>;
  readonly summaries: Summaries;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
}

function SummaryCell({ column, from, menu, summaries, isTabStop, onFocus }: SummaryCellProps) {
  const { field, left, width } = column;
  const summary = summaries.ofAll.get(field.id);
  return (
    <Menu.Trigger
      handle={menu}
      payload={column}
      data-summary={column.index}
      aria-label={`Summary of ${field.name}${summary ? `: ${summary.name} ${summary.text}` : ""}`}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      className="group absolute inset-y-0 flex items-center justify-end gap-1 border-border border-e px-2 text-muted -outline-offset-2 hover:bg-hover data-popup-open:bg-hover"
      style={{ insetInlineStart: left - from, width }}
    >
      {summary ? (
        <SummaryText summary={summary} />
      ) : (
        <span className="truncate opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-data-popup-open:opacity-100 pointer-coarse:opacity-100">
          Summary
        </span>
      )}
    </Menu.Trigger>
  );
}

function SummaryChoices({ column, summaries }: { column: GridColumn; summaries: Summaries }) {
  const { field } = column;
  return (
    <MenuChoices
      label={`Summary of ${field.name}`}
      value={summaries.chosen[field.id] ?? null}
      choices={[
        { value: null, label: "None" },
        ...functionsFor(column).map(({ does, name }) => ({ value: does, label: name })),
      ]}
      onChange={(chosen) => summaries.choose(field.id, chosen)}
    />
  );
}

/** Moves the bar along when the grid scrolls horizontally. */
function useSideways(scrollerRef: Viewport["scrollerRef"]) {
  const layerRef = useRef<HTMLDivElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const follow = () => {
      if (layerRef.current) layerRef.current.style.transform = `translateX(${-scroller.scrollLeft}px)`;
    };
    follow();
    scroller.addEventListener("scroll", follow, { passive: true });
    return () => scroller.removeEventListener("scroll", follow);
  }, [scrollerRef]);
  return { layerRef, barRef };
}
