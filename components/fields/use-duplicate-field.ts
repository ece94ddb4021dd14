"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { useOpenTable } from "@/components/tables/open-table";
import { useTableRefresh } from "@/components/tables/use-table-refresh";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import { type CopyProgress, copyValues } from "./copy-values";
import { copyOf } from "./field-copy";
import { orderedFields } from "./field-order";

interface Wish {
  readonly name: string;
  readonly withValues: boolean;
}

/** Makes a field like another, right of it, and copies the values page by page. */
export function useDuplicateField(field: Field, onDone: () => void) {
  const { databaseId, table, view, changeView } = useOpenTable();
  const place = { databaseId, tableId: table.id };
  const refresh = useTableRefresh();
  const [progress, setProgress] = useState<CopyProgress | null>(null);
  const [isMade, setIsMade] = useState(false);
  const stopper = useRef(new AbortController());

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ name, withValues }: Wish) => {
      const changeSetId = uuid();
      const made = await api("POST /bases/{databaseId}/tables/{tableId}/fields", {
        params: place,
        body: { ...copyOf(field, name), order: field.order + 1 },
        changeSetId,
      });
      setIsMade(true);
      const ids = orderedFields(table, view.config.orderedFieldIds).map(({ id }) => id);
      changeView({ orderedFieldIds: ids.toSpliced(ids.indexOf(field.id) + 1, 0, made.id) });
      await refresh.structure();
      if (withValues) {
        const { signal } = stopper.current;
        const between = { from: field.id, to: made.id };
        await copyValues(place, between, { call: api, onProgress: setProgress, signal, changeSetId });
      }
    },
    onSuccess: onDone,
    onSettled: () => refresh.everything(),
  });

  return {
    start: (wish: Wish) => mutate(wish),
    stop: () => stopper.current.abort(),
    progress,
    isBusy: isPending,
    /** Whether the field is there, whatever has become of its values. */
    isMade,
    problems: error ? explained(error, isMade ? progress : undefined) : {},
  };
}

/** Why it went no further, and how far it has come; `copied` is undefined where not even the field is there. */
function explained(error: Error, copied: CopyProgress | null | undefined): Problems {
  const problems = problemsOf(error);
  if (copied === undefined) return problems;
  const reason = error.name === "AbortError" ? "You stopped it." : (problems[""] ?? error.message);
  const { done, total } = copied ?? { done: 0, total: 0 };
  const share =
    total === 0
      ? "none of the values"
      : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} values`;
  return { "": `The field is there, with ${share} copied. ${reason}` };
}
