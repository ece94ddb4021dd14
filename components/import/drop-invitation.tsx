import { FileUp } from "lucide-react";
import type { DropArea } from "./drop-area";

/** Outlines the area. Takes no events, which would end the drag over the area. */
export function DropInvitation({ selector, text }: Pick<DropArea, "selector" | "text">) {
  const { top, left, width, height } =
    document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  return (
    <div
      aria-hidden
      style={{ top, left, width, height }}
      className="pointer-events-none fixed z-40 flex items-center justify-center border-2 border-accent bg-accent-soft/60"
    >
      <p className="flex items-center gap-2 rounded-lg bg-raised px-4 py-2 font-medium text-sm shadow-raised">
        <FileUp className="size-4 text-accent" strokeWidth={1.75} />
        {text}
      </p>
    </div>
  );
}
