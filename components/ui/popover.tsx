"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { leaveEscToDrag } from "./drag-keys";
import { usePortalPlace, WithinPopup } from "./use-portal-place";

interface PopoverProps {
  /** The handle shared with Base UI's `Popover.Trigger`, which also has this id. */
  handle: Base.Handle<unknown>;
  triggerId: string;
  /** The heading and accessible name. */
  title: string;
  /** `wide` for rows of several controls. */
  size?: "narrow" | "wide";
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A non-modal panel beside the button that opens it. */
export function Popover({
  handle,
  triggerId,
  title,
  size = "narrow",
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  return (
    <Base.Root
      handle={handle}
      triggerId={triggerId}
      open={open}
      onOpenChange={(next, details) => {
        if (!leaveEscToDrag(details)) onOpenChange(next);
      }}
    >
      <Base.Portal container={usePortalPlace()}>
        <Base.Positioner className="z-40" sideOffset={4} align="start" collisionPadding={8}>
          <Base.Popup
            className={`flex max-h-[min(36rem,var(--available-height))] flex-col rounded-lg bg-raised shadow-raised outline-none ${size === "wide" ? "w-[min(46rem,calc(100vw-1rem))]" : "w-[min(20rem,calc(100vw-1rem))]"}`}
          >
            <Base.Title className="shrink-0 px-3 pt-2.5 pb-1 font-semibold text-dense">{title}</Base.Title>
            <WithinPopup value>{children}</WithinPopup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
