"use client";

import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import { IconButton } from "@/components/ui/icon-button";
import { headerHeight } from "./viewport/geometry";

const width = headerHeight + 8;

/**
 * The button after the last column header, or at the right edge if that is out of view. It stands outside the grid,
 * whose rows may contain cells only.
 */
export function AddField({ left }: { left: number }) {
  const { begin } = useFieldActions();
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(left);
  const isAwaited = useRef(false);

  // Scrolls to the new column.
  useEffect(() => {
    if (isAwaited.current && left > before.current) {
      const scroller = place.current?.parentElement;
      scroller?.scrollTo({ left: scroller.scrollWidth });
      isAwaited.current = false;
    }
    before.current = left;
  }, [left]);

  return (
    <div ref={place} className="sticky top-0 z-[31] flex h-0 justify-end" style={{ width: left + width - 1 }}>
      <IconButton
        icon={Plus}
        label="New field"
        data-add-field
        onClick={() => {
          isAwaited.current = true;
          begin({ what: "create" });
        }}
        className="sticky end-0 rounded-none! border-border border-e border-b border-s bg-background -outline-offset-2"
        style={{ height: headerHeight, width }}
      />
    </div>
  );
}
