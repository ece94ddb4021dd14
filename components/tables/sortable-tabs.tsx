"use client";

import { Menu } from "@base-ui/react/menu";
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { horizontalListSortingStrategy, SortableContext, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ChevronDown, List, Lock } from "lucide-react";
import { useSelectedLayoutSegment } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { ImportItem } from "@/components/import/import-item";
import { ExportButton, ExportSubmenu } from "@/components/open-table/export-menu";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { IfAllowed, useMay } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuItem } from "@/components/ui/menu";
import { onDemand } from "@/components/ui/on-demand";
import { PageLink } from "@/components/ui/page-link";
import { SiblingMenu } from "@/components/ui/sibling-menu";
import { useIsLive } from "@/components/ui/use-is-live";
import { OfferNewTable } from "./offer-new-table";
import type { TableTask } from "./table-dialog";
import { useOverflows } from "./use-overflows";
import { useTableOrder } from "./use-table-order";

const AllTables = onDemand(async () => (await import("./all-tables")).AllTables);
const TableDialog = onDemand(async () => (await import("./table-dialog")).TableDialog);

export interface TableTabsProps {
  databaseId: string;
  tables: readonly LinkableTable[];
}

/** The tables of a database as tabs, which can be dragged into another order. Scrolls sideways. */
export function SortableTabs({ databaseId, tables }: TableTabsProps) {
  const segment = useSelectedLayoutSegment();
  const { shown, move } = useTableOrder(databaseId, tables);
  const [task, setTask] = useState<TableTask | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const nav = useRef<HTMLElement>(null);
  const allButton = useRef<HTMLButtonElement>(null);
  const overflows = useOverflows(nav);
  const [isListing, setListing] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the segment determines the current tab, and overflowing its room
  useEffect(() => {
    nav.current
      ?.querySelector("[aria-current=page]")
      // The list item includes the menu button.
      ?.closest("li")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [segment, overflows]);

  function end({ active, over }: DragEndEvent) {
    swallowClick();
    const [from, to] = [active, over].map((one) => shown.findIndex(({ id }) => id === one?.id));
    if (from !== undefined && to !== undefined && from !== -1 && to !== -1) move(from, to);
  }

  return (
    <>
      <nav
        ref={nav}
        aria-label="Tables"
        className="flex min-w-0 flex-1 self-stretch overflow-x-auto [scrollbar-width:thin]"
      >
        <DndContext
          id={useId()}
          sensors={sensors}
          collisionDetection={closestCenter}
          onDragEnd={end}
          onDragCancel={swallowClick}
          modifiers={[alongX]}
        >
          <SortableContext items={shown.map(({ id }) => id)} strategy={horizontalListSortingStrategy}>
            <ul className="flex">
              {shown.map((table, index) => (
                <Tab
                  key={table.id}
                  databaseId={databaseId}
                  table={table}
                  isCurrent={table.id === segment}
                  place={{ index, count: shown.length }}
                  onDo={(what) => setTask({ what, table })}
                  onMove={(to) => move(index, to)}
                />
              ))}
            </ul>
          </SortableContext>
        </DndContext>
      </nav>
      {overflows && (
        <IconButton
          ref={allButton}
          icon={List}
          label="All tables"
          onClick={() => setListing(true)}
          className="shrink-0"
        />
      )}
      {isListing && (
        <AllTables
          databaseId={databaseId}
          tables={shown}
          anchor={() => allButton.current}
          onClose={() => setListing(false)}
        />
      )}
      <OfferNewTable databaseId={databaseId} tables={shown} />
      {task && (
        <TableDialog task={task} databaseId={databaseId} tables={shown} onClose={() => setTask(null)} />
      )}
    </>
  );
}

interface TabProps {
  databaseId: string;
  table: LinkableTable;
  isCurrent: boolean;
  place: { index: number; count: number };
  onDo: (what: TableTask["what"]) => void;
  onMove: (to: number) => void;
}

function Tab({ databaseId, table: { id, name }, isCurrent, place, onDo, onMove }: TabProps) {
  const mayChange = useMay("change-structure");
  const isLive = useIsLive();
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id,
    disabled: !mayChange,
  });
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <li
      ref={setNodeRef}
      data-table={id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex shrink-0 items-stretch border-b-2 ${isCurrent ? "border-accent" : "border-transparent"} ${isDragging ? "relative z-10 bg-surface shadow-raised" : ""}`}
      {...listeners}
      // Other tabs keep the browser's link menu, such as for opening a new browser tab.
      onContextMenu={(event) => {
        if (!isCurrent || !mayChange) return;
        event.preventDefault();
        setMenuOpen(true);
      }}
    >
      <PageLink
        href={`/database/${databaseId}/${id}`}
        draggable={false}
        aria-current={isCurrent ? "page" : undefined}
        title={name}
        onDoubleClick={mayChange ? () => onDo("rename") : undefined}
        className={`flex max-w-56 items-center ps-3 text-muted -outline-offset-2 hover:text-text aria-[current=page]:font-medium aria-[current=page]:text-text ${isCurrent ? "pe-1" : "pe-3"}`}
      >
        <span dir="auto" className="truncate">
          {name}
        </span>
      </PageLink>
      {isCurrent && mayChange && (
        <Menu.Root modal={false} open={isMenuOpen} onOpenChange={setMenuOpen}>
          <Menu.Trigger
            disabled={!isLive}
            aria-label={`Options for ${name}`}
            className="me-1 flex size-6 shrink-0 items-center justify-center self-center rounded text-muted hover:bg-hover hover:text-text data-popup-open:bg-hover"
          >
            <ChevronDown aria-hidden className="size-3.5" />
          </Menu.Trigger>
          <SiblingMenu place={place} direction="across" onDo={onDo} onMove={onMove}>
            <ImportItem target={{ is: "table", databaseId, tableId: id }} />
            <ExportSubmenu place={{ databaseId, tableId: id }} />
            <IfAllowed action="manage-rules">
              <MenuItem icon={Lock} onClick={() => onDo("rule")}>
                Who can edit…
              </MenuItem>
            </IfAllowed>
          </SiblingMenu>
        </Menu.Root>
      )}
      {isCurrent && !mayChange && <ExportButton name={name} place={{ databaseId, tableId: id }} />}
    </li>
  );
}

/** Prevents the click that follows the end of a drag on a link. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => event.preventDefault();
  window.addEventListener("click", swallow, { capture: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

/** Restricts a drag to the horizontal axis. */
function alongX({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) {
  return { ...transform, y: 0 };
}
