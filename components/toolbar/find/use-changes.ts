import { useEffect, useState } from "react";
import type { RecordListing } from "@/components/listing/record-queries";
import { type CellChange, findChanges, type Scope } from "./find-changes";

/** The cells that a replacement would change, as far as they are found. */
export interface Preview {
  readonly changes: readonly CellChange[];
  /** Cells whose field does not accept the new text. */
  readonly refused: readonly CellChange[];
  readonly read: number;
  readonly total: number;
  readonly isOver: boolean;
  readonly problem?: string;
}

const nothing: Preview = { changes: [], refused: [], read: 0, total: 0, isOver: false };
const pause = 300;

/** Finds the cells to change once typing has paused. Another scope starts anew. */
export function useChanges(listing: RecordListing, scope: Scope): Preview {
  const key = JSON.stringify([scope.replacement, scope.fields.map(({ id }) => id)]);
  const [found, setFound] = useState({ key, preview: nothing });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the scope
  useEffect(() => {
    const stop = new AbortController();
    const show = (preview: Preview) => !stop.signal.aborted && setFound({ key, preview });
    async function find(): Promise<void> {
      const [changes, refused]: [CellChange[], CellChange[]] = [[], []];
      let preview = nothing;
      try {
        for await (const page of findChanges(listing, scope, stop.signal)) {
          for (const change of page.changes) ("value" in change ? changes : refused).push(change);
          preview = { changes, refused, read: page.read, total: page.total, isOver: false };
          show(preview);
        }
        show({ ...preview, isOver: true });
      } catch (error) {
        show({ ...preview, problem: (error as Error).message });
      }
    }
    const timer = setTimeout(() => {
      if (scope.replacement.find !== "" && scope.fields.length > 0) void find();
    }, pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [listing, key]);
  return found.key === key ? found.preview : nothing;
}
