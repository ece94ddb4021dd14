"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { v4 as uuid } from "uuid";
import { explained } from "@/components/forms/copying";
import { useCopyRun } from "@/components/forms/use-copy-run";
import { useOpenTable } from "@/components/open-table/open-table";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { write } from "@/components/tasks/write";
import type { Field } from "@/lib/contract/fields";
import { copyValues } from "./copy-values";
import { copyOf } from "./field-copy";
import { orderedFields } from "./field-order";

interface Wish {
  readonly name: string;
  readonly withValues: boolean;
}

/** Duplicates a field to the right of it and copies the values page by page. */
export function useDuplicateField(field: Field, onDone: () => void) {
  const { databaseId, table, view, changeView } = useOpenTable();
  const place = { databaseId, tableId: table.id };
  const refresh = useTableRefresh();
  const { progress, begin, stop } = useCopyRun();
  const [isMade, setIsMade] = useState(false);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ name, withValues }: Wish) => {
      const run = begin();
      const changeSetId = uuid();
      const made = await write(
        "POST /bases/{databaseId}/tables/{tableId}/fields",
        {
          params: place,
          body: { ...copyOf(field, name), order: field.order + 1, rulesOf: field.id },
          changeSetId,
        },
        run,
      );
      setIsMade(true);
      const ids = orderedFields(table, view.config.orderedFieldIds).map(({ id }) => id);
      changeView({ orderedFieldIds: ids.toSpliced(ids.indexOf(field.id) + 1, 0, made.id) });
      await refresh.structure();
      if (withValues) {
        await copyValues(place, { from: field.id, to: made.id }, { changeSetId, ...run });
      }
    },
    onSuccess: onDone,
    onSettled: () => refresh.everything(),
  });

  return {
    start: (wish: Wish) => mutate(wish),
    stop,
    progress,
    isBusy: isPending,
    /** True once the copy exists, even if its values are incomplete. */
    isMade,
    problems: error ? explained(error, isMade ? { thing: "field", contents: "values", progress } : null) : {},
  };
}
