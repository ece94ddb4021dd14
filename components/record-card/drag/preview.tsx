import type { RefObject } from "react";
import { createPortal } from "react-dom";
import type { Record } from "@/lib/contract/records";
import type { CardContent } from "../card-content";
import { CardFace } from "../record-card";

/** The card that follows the pointer. */
export interface DragPreview {
  readonly records: readonly Record[];
  readonly recordId: string;
  readonly width: number;
  /** The initial position in the window. */
  readonly left: number;
  readonly top: number;
}

interface PreviewProps {
  readonly preview: DragPreview;
  readonly previewRef: RefObject<HTMLDivElement | null>;
  readonly content: CardContent;
  readonly nameOf: (record: Record) => string;
}

/** The dragged card under the pointer, with the number of cards if there are several. */
export function Preview({ preview, previewRef, content, nameOf }: PreviewProps) {
  const { records, recordId, left, top, width } = preview;
  const record = records.find(({ id }) => id === recordId);
  if (!record) return null;
  return createPortal(
    <div
      ref={previewRef}
      aria-hidden
      className="pointer-events-none fixed z-50 cursor-grabbing"
      style={{ left, top, width }}
    >
      <CardFace content={content} record={record} name={nameOf(record)} />
      {records.length > 1 && (
        <>
          <span className="absolute inset-0 -z-10 translate-1.5 rounded-lg border border-border bg-surface" />
          <span className="absolute -end-2 -top-2 rounded-full bg-accent px-2 font-semibold text-accent-text text-xs leading-5">
            {records.length.toLocaleString("en")}
          </span>
        </>
      )}
    </div>,
    document.body,
  );
}
