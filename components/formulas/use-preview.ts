import { useEffect, useState } from "react";
import type { ErrorCode, Problem } from "@/lib/formulas";

/** The result of a formula for one record. */
export interface PreviewRow {
  readonly recordId: string;
  /** The record's name. */
  readonly name: string;
  /** The result as its cell would show it; empty if there is none. */
  readonly shown: string;
  readonly error?: ErrorCode;
}

/** The results for the first records, or why there are none. */
export type Preview =
  | { readonly rows: readonly PreviewRow[] }
  /** A mistake; without a place if it is not in the formula. */
  | { readonly mistake: Pick<Problem, "message"> & Partial<Problem> };

export type LoadPreview = (text: string, signal: AbortSignal) => Promise<Preview>;

interface Loaded {
  readonly text: string;
  readonly preview: Preview;
}

/** Loads results once typing pauses. Keeps the last ones until then. */
export function usePreview(text: string, load: LoadPreview | undefined): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!load) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      load(text, stop.signal).then(
        (preview) => !stop.signal.aborted && setLoaded({ text, preview }),
        // A lost connection; the next change tries again.
        () => {},
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, load]);
  return loaded;
}

const pauseMs = 300;
