"use client";
import { useEffect, useRef } from "react";
import type { RecordListing } from "@/components/listing/record-queries";
import { onDemand } from "@/components/ui/on-demand";
import type { PlaceInView } from "./place-in-view";

const OpenRecord = onDemand(async () => (await import("./open-record")).OpenRecord);

interface RecordPanelProps {
  /** Null if none is open. */
  readonly recordId: string | null;
  /** The listing beside the panel, for the previous and next record. */
  readonly listing: RecordListing;
  /** The record's position in the listing. */
  readonly place: PlaceInView | undefined;
}

/** The open record with its fields and history. */
export function RecordPanel({ recordId, ...rest }: RecordPanelProps) {
  useFocusAfterwards(recordId);
  return recordId === null ? null : <OpenRecord recordId={recordId} {...rest} />;
}

/** Returns the focus to the record's cell or card after the panel has closed. */
function useFocusAfterwards(recordId: string | null): void {
  const before = useRef(recordId);
  useEffect(() => {
    const closed = before.current;
    before.current = recordId;
    if (closed === null || recordId !== null || document.activeElement !== document.body) return;
    const card = `[data-card="${CSS.escape(closed)}"]`;
    const cell = '[role$="grid"] [role="gridcell"][tabindex="0"]';
    document.querySelector<HTMLElement>(`${card}, ${cell}`)?.focus({ preventScroll: true });
  }, [recordId]);
}
