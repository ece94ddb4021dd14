"use client";

import {
  type Announcements,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useDndContext,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { CSS } from "@dnd-kit/utilities";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { DragHandle, howToDrag } from "@/components/ui/drag-handle";
import { type DraftPart, type FilterDraft, findPart, isGroup, type Move, mayMove } from "./filter-draft";

interface FilterDragProps {
  draft: FilterDraft;
  /** The name of a part for screen readers. */
  nameOf: (part: DraftPart) => string;
  onMove: (move: Move) => void;
  children: ReactNode;
}

/** Lets the parts of a filter be dragged to any place in any group: by the pointer, or by Space and the arrow keys. */
export function FilterDrag({ draft, nameOf, onMove, children }: FilterDragProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextSlot }),
  );
  const accessibility = {
    announcements: announcementsOn(draft, nameOf),
    screenReaderInstructions: { draggable: howToDrag },
    restoreFocus: true,
  };
  const parts = useRef<HTMLDivElement>(null);
  const moved = useRef<UniqueIdentifier>(null);

  // A part that moves to another group is mounted anew, without the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the draft has changed
  useEffect(() => {
    if (moved.current === null) return;
    parts.current?.querySelector<HTMLElement>(`[data-handle="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [draft]);

  function end({ active, over, activatorEvent }: DragEndEvent) {
    if (over && activatorEvent instanceof KeyboardEvent) moved.current = active.id;
    if (over) onMove({ key: Number(active.id), ...placeOf(over.id) });
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestSlot}
      onDragEnd={end}
      accessibility={accessibility}
    >
      <DraftContext.Provider value={draft}>
        <div ref={parts} className="contents">
          {children}
        </div>
      </DraftContext.Provider>
    </DndContext>
  );
}

const DraftContext = createContext<FilterDraft | null>(null);

interface DraggablePartProps {
  part: DraftPart;
  name: string;
  /** The place before it. */
  place: Place;
  className: string;
  /** Gets the handle by which it is dragged. */
  children: (handle: ReactNode) => ReactNode;
}

/** The list item of a part, with a slot before it. */
export function DraggablePart({ part, name, place, className, children }: DraggablePartProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({
    id: part.key,
  });
  return (
    <li className="relative">
      <DropSlot {...place} />
      <div
        ref={setNodeRef}
        style={{ transform: CSS.Translate.toString(transform) }}
        data-dragging={isDragging ? "" : undefined}
        className={`rounded-md data-dragging:relative data-dragging:z-10 data-dragging:bg-raised data-dragging:shadow-raised ${className}`}
      >
        {children(
          <DragHandle
            ref={setActivatorNodeRef}
            name={name}
            data-handle={part.key}
            aria-describedby={attributes["aria-describedby"]}
            {...listeners}
          />,
        )}
      </div>
    </li>
  );
}

/** A place in a group: before the part with the index, or at its end. */
type Place = Pick<Move, "to" | "index">;

/** A place where a part can be dropped, drawn as a line in the gap above. */
export function DropSlot({ to, index }: Place) {
  const draft = useContext(DraftContext);
  const { active } = useDndContext();
  const isAdmitted = active !== null && draft !== null && admits(draft, Number(active.id), { to, index });
  const { setNodeRef, isOver } = useDroppable({ id: `${to}:${index}`, disabled: !isAdmitted });
  return (
    <div
      ref={setNodeRef}
      aria-hidden
      className={`pointer-events-none absolute inset-x-0 -top-[5px] h-0.5 rounded ${isOver ? "bg-accent" : ""}`}
    />
  );
}

/** Tests whether a part may be dropped at a place. The place behind it is the same as its own. */
function admits(draft: FilterDraft, key: number, { to, index }: Place): boolean {
  const group = findPart(draft.root, to);
  const isBehind = group && isGroup(group) && group.parts[index - 1]?.key === key;
  return !isBehind && mayMove(draft, key, to);
}

function placeOf(id: UniqueIdentifier): Place {
  const [to, index] = String(id).split(":").map(Number) as [number, number];
  return { to, index };
}

/** Finds the slot nearest to the pointer, or to the top of a part that keys move. */
const nearestSlot: CollisionDetection = ({
  droppableContainers,
  droppableRects,
  pointerCoordinates,
  collisionRect,
}) => {
  const y = pointerCoordinates?.y ?? collisionRect.top;
  return droppableContainers
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      return rect ? [{ id, data: { value: Math.abs(rect.top - y) } }] : [];
    })
    .sort((one, other) => one.data.value - other.data.value);
};

/** Moves a part by the arrow keys, from slot to slot. */
const nextSlot: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.code];
  const { droppableContainers, droppableRects, over } = context;
  if (step === undefined || !over) return undefined;
  event.preventDefault();
  const slots = droppableContainers
    .getEnabled()
    .flatMap(({ id }) => ({ id, top: droppableRects.get(id)?.top ?? 0 }))
    .sort((one, other) => one.top - other.top);
  const next = slots[slots.findIndex(({ id }) => id === over.id) + step];
  return next ? { x: currentCoordinates.x, y: next.top } : undefined;
};

function announcementsOn(draft: FilterDraft, nameOf: (part: DraftPart) => string): Announcements {
  const nameAt = (id: UniqueIdentifier) => {
    const part = findPart(draft.root, Number(id));
    return part ? nameOf(part) : "";
  };
  const placeAt = (id: UniqueIdentifier) => {
    const { to, index } = placeOf(id);
    return `place ${index + 1} ${to === draft.root.key ? "of the filter" : "of a group"}`;
  };
  return {
    onDragStart: ({ active }) => `Picked up ${nameAt(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameAt(active.id)} goes to ${placeAt(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${nameAt(active.id)} dropped at ${placeAt(over.id)}.` : `${nameAt(active.id)} moved back.`,
    onDragCancel: ({ active }) => `${nameAt(active.id)} moved back.`,
  };
}
