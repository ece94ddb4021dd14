"use client";

import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import { IconButton } from "@/components/ui/icon-button";
import { headerHeight } from "./viewport/geometry";

/** Behind the last heading: makes another field. It stands outside the grid, whose rows hold cells only. */
export function AddField({ left }: { left: number }) {
  const { begin } = useFieldActions();
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(left);
  const isAwaited = useRef(false);

  // The new column is seen to come.
  useEffect(() => {
    if (isAwaited.current && left > before.current) {
      place.current?.scrollIntoView({ inline: "nearest", block: "nearest" });
      isAwaited.current = false;
    }
    before.current = left;
  }, [left]);

  return (
    <div
      ref={place}
      className="sticky top-0 z-20 h-0"
      style={{ marginInlineStart: left, width: headerHeight + 8 }}
    >
      <IconButton
        icon={Plus}
        label="New field"
        data-add-field
        onClick={() => {
          isAwaited.current = true;
          begin({ what: "create" });
        }}
        className="border-border border-b"
      />
    </div>
  );
}
