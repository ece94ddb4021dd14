import type { KeptOffset } from "@/components/ui/use-scaled-scroll";

/** A drawn stack, for drags. */
export interface StackHandle {
  readonly element: () => HTMLElement | null;
  /** Left out for a collapsed stack. */
  readonly scroller?: () => HTMLElement | null;
  /** The row that a card dropped at a vertical position in the window is placed before. */
  readonly dropRowAt?: (clientY: number) => number;
}

/** The drawn stacks by id. */
export interface StackHandles {
  /** Adds parts of a stack's handle, until the returned function is called. */
  add(stackId: string, parts: Partial<StackHandle>): () => void;
  get(stackId: string): StackHandle | undefined;
  /** The scroll offset of a stack, also while it is not drawn. */
  offsetOf(stackId: string): KeptOffset;
  /** The stack nearest to a horizontal position in the window. */
  nearest(clientX: number): string | undefined;
}

export function createStackHandles(): StackHandles {
  const parts = new Map<string, Partial<StackHandle>[]>();
  function get(stackId: string): StackHandle | undefined {
    const handle = Object.assign({}, ...(parts.get(stackId) ?? [])) as Partial<StackHandle>;
    return handle.element && { ...handle, element: handle.element };
  }
  const offsets = new Map<string, number>();
  return {
    offsetOf: (stackId) => ({
      get: () => offsets.get(stackId) ?? 0,
      set: (offset) => void offsets.set(stackId, offset),
    }),
    add(stackId, some) {
      parts.set(stackId, [...(parts.get(stackId) ?? []), some]);
      return () => {
        const rest = parts.get(stackId)?.filter((each) => each !== some) ?? [];
        if (rest.length > 0) parts.set(stackId, rest);
        else parts.delete(stackId);
      };
    },
    get,
    nearest(clientX) {
      const distances = [...parts.keys()].flatMap((id) => {
        const box = get(id)?.element()?.getBoundingClientRect();
        return box ? [{ id, distance: Math.max(box.left - clientX, clientX - box.right, 0) }] : [];
      });
      return distances.toSorted((one, other) => one.distance - other.distance)[0]?.id;
    },
  };
}
