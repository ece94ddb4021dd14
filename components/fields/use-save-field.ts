import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Conversion, Field, FieldUpdate } from "@/lib/contract/fields";

const one = "PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

/** A change of a field with the values that it would lose, the records it would create, and the fields it would break. */
export interface Loss {
  readonly change: FieldUpdate;
  readonly conversion: Conversion;
}

interface Outcomes {
  readonly onSaved: () => void;
  /** Called instead of saving if the change would lose values. */
  readonly onLoss: (loss: Loss) => void;
  readonly onError: (error: Error) => void;
}

export interface FieldSaving {
  /** Unmounting cancels `rehearsing`, the dry run; `writing` cannot be cancelled. */
  readonly state: "idle" | "rehearsing" | "writing";
  readonly save: (change: FieldUpdate, allowLoss: boolean) => void;
}

/** Saves changes of a field after a dry run that finds the values they would lose. */
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
      // A cancelled change is not written, even if it would lose nothing.
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

  /** Finds the loss of a change with a dry run; null if none. Only changes of type and rejected ones need it. */
  async function findLoss(change: FieldUpdate, signal: AbortSignal): Promise<Conversion | null> {
    const { type, template, createLinked } = change;
    const rehearsal = { params, isDryRun: true, signal };
    if (type === undefined) {
      try {
        await api(one, { ...rehearsal, body: change });
        return null;
      } catch (error) {
        if (!isAboutLoss(error)) throw error;
      }
    }
    const body = {
      type: type ?? field.type,
      ...(template && { template }),
      ...(createLinked && { createLinked }),
    };
    const outcome = await api(one, { ...rehearsal, body });
    const isLossless =
      !("lost" in outcome) || (outcome.lost === 0 && !outcome.created && !outcome.dependents);
    return isLossless ? null : outcome;
  }

  return {
    state: !isPending ? "idle" : isWriting ? "writing" : "rehearsing",
    save: (change, allowLoss) => mutate({ change, allowLoss }),
  };
}

/** Tests whether a change was rejected because it would lose values without permission. */
function isAboutLoss(error: unknown): boolean {
  return hasCode(error, "CONFLICT") && (error.details ?? []).some(({ path }) => path === "allowLoss");
}
