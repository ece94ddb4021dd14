"use client";

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type ReactNode, useMemo } from "react";
import { DragHandle, howToDrag } from "./drag-handle";

interface SortableItem {
  readonly id: string;
  /** The name announced by screen readers. */
  readonly name: string;
}

interface SortableListProps<Item extends SortableItem> {
  label: string;
  items: readonly Item[];
  /** Called with the items in their new order. */
  onSort: (items: Item[], moved: { item: Item; to: number }) => void;
  children: (item: Item, index: number) => ReactNode;
  /** True while only some of the items are listed, which then have no handles. */
  isFixed?: boolean;
  className?: string;
}

/** A list whose items have a drag handle, for the pointer or for Space and the arrow keys. */
export function SortableList<Item extends SortableItem>(props: SortableListProps<Item>) {
  const { label, items, onSort, children, isFixed = false, className = "" } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const accessibility = useMemo(
    () => ({
      announcements: announcementsOn(items),
      screenReaderInstructions: { draggable: howToDrag },
      // Inside the list, because everything outside a modal dialog is inert and not announced.
      restoreFocus: true,
    }),
    [items],
  );
  const ids = useIds(items);

  function end({ active, over }: DragEndEvent) {
    const from = items.findIndex(({ id }) => id === active.id);
    const to = items.findIndex(({ id }) => id === over?.id);
    const item = items[from];
    if (item && to !== -1 && to !== from) onSort(arrayMove([...items], from, to), { item, to });
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={accessibility}
      modifiers={[alongY]}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className={`flex flex-col ${className}`}>
          {items.map((item, index) => (
            <Row key={item.id} item={item} isFixed={isFixed}>
              {children(item, index)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Keeps the same array while the ids are equal, as every item depends on it. */
function useIds(items: readonly SortableItem[]): string[] {
  const joined = items.map(({ id }) => id).join();
  return useMemo(() => (joined === "" ? [] : joined.split(",")), [joined]);
}

interface RowProps {
  readonly item: SortableItem;
  readonly isFixed: boolean;
  readonly children: ReactNode;
}

function Row({ item: { id, name }, isFixed, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging ? "" : undefined}
      className="flex items-start gap-1 rounded-md bg-raised data-dragging:relative data-dragging:z-10 data-dragging:shadow-raised"
    >
      {!isFixed && (
        <DragHandle
          ref={setActivatorNodeRef}
          name={name}
          aria-describedby={attributes["aria-describedby"]}
          {...listeners}
        />
      )}
      {children}
    </li>
  );
}

function announcementsOn(items: readonly SortableItem[]): Announcements {
  const nameOf = (id: unknown) => items.find((item) => item.id === id)?.name ?? "";
  const placeOf = (id: unknown) =>
    `position ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, at ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} is at ${placeOf(over.id)}.`
        : `${nameOf(active.id)} is outside of the list.`,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} dropped at ${placeOf(over.id)}.` : `${nameOf(active.id)} moved back.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} moved back.`,
  };
}

/** Restricts a drag to the vertical axis. */
function alongY({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) {
  return { ...transform, x: 0 };
}
