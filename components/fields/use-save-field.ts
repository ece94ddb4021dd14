import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Conversion, Field, FieldUpdate } from "@/lib/contract/fields";

const one = "PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

/** A change of a field, and what of its values would be lost by it. */
export interface Loss {
  readonly change: FieldUpdate;
  readonly conversion: Conversion;
}

interface Outcomes {
  readonly onSaved: () => void;
  /** Nothing is saved: it is to be asked first. */
  readonly onLoss: (loss: Loss) => void;
  readonly onError: (error: Error) => void;
}

export interface FieldSaving {
  /** `rehearsing` may be called off, by no longer drawing what asks for it; what is `writing` is with the server. */
  readonly state: "idle" | "rehearsing" | "writing";
  readonly save: (change: FieldUpdate, allowLoss: boolean) => void;
}

/** Saves changes of a field after a rehearsal of what they would lose. */
export function useSaveField(field: Field, { onSaved, onLoss, onError }: Outcomes): FieldSaving {
  const { databaseId, table } = useOpenTable();
  const params = { databaseId, tableId: table.id, fieldId: field.id };
  const refresh = useTableRefresh();
  const [isWriting, setIsWriting] = useState(false);
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ change, allowLoss }: { change: FieldUpdate; allowLoss: boolean }) => {
      setIsWriting(false);
      stop.current = new AbortController();
      const { signal } = stop.current;
      const conversion = allowLoss ? null : await findLoss(change, signal);
      // Called off, nothing of it is written, even if it would lose nothing.
      signal.throwIfAborted();
      if (conversion) return { change, conversion };
      setIsWriting(true);
      await api(one, { params, body: { ...change, ...(allowLoss && { allowLoss }) } });
      await refresh.everything();
      return null;
    },
    onSuccess: (loss) => (loss ? onLoss(loss) : onSaved()),
    onError: (error) => !stop.current?.signal.aborted && onError(error),
  });

  /** What a change would lose; null for nothing. Only a change of type, or one that is refused for it, is rehearsed. */
  async function findLoss(change: FieldUpdate, signal: AbortSignal): Promise<Conversion | null> {
    const { type, template } = change;
    const rehearsal = { params, isDryRun: true, signal };
    if (type === undefined) {
      try {
        await api(one, { ...rehearsal, body: change });
        return null;
      } catch (error) {
        if (!isAboutLoss(error)) throw error;
      }
    }
    const body = { type: type ?? field.type, ...(template && { template }) };
    const outcome = await api(one, { ...rehearsal, body });
    return "lost" in outcome && outcome.lost > 0 ? outcome : null;
  }

  return {
    state: !isPending ? "idle" : isWriting ? "writing" : "rehearsing",
    save: (change, allowLoss) => mutate({ change, allowLoss }),
  };
}

/** Whether a change is refused that may be made where its loss is allowed. */
function isAboutLoss(error: unknown): boolean {
  return hasCode(error, "CONFLICT") && (error.details ?? []).some(({ path }) => path === "allowLoss");
}
