"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import type { CopyProgress } from "@/components/fields/copy-values";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Table } from "@/lib/contract/tables";
import { duplicateTable } from "./duplicate-table";

interface Outcome {
  /** The copy is there, though perhaps not all of its records. */
  onMade: () => Promise<void>;
  onDone: () => void;
}

/** Makes a table like another and goes to it. */
export function useDuplicateTable({ databaseId, tableId }: TablePlace, { onMade, onDone }: Outcome) {
  const router = useRouter();
  const [progress, setProgress] = useState<CopyProgress | null>(null);
  const [copy, setCopy] = useState<Table | null>(null);
  const stopper = useRef(new AbortController());

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wish: { name: string; withRecords: boolean }) => {
      const table = await api("GET /bases/{databaseId}/tables/{tableId}", {
        params: { databaseId, tableId },
      });
      const onTableMade = (made: Table) => {
        setCopy(made);
        void onMade();
      };
      const { signal } = stopper.current;
      const options = { call: api, changeSetId: uuid(), signal, onProgress: setProgress };
      return duplicateTable({ databaseId, table }, { ...wish, onMade: onTableMade }, options);
    },
    onSuccess: ({ id }) => {
      router.push(`/database/${databaseId}/${id}`);
      onDone();
    },
  });

  return {
    start: mutate,
    stop: () => stopper.current.abort(),
    progress,
    /** The copy, as soon as it is there. */
    copy,
    isBusy: isPending,
    problems: error ? (copy ? explained(error, progress) : problemsOf(error)) : {},
  };
}

/** Why it went no further, and how far it has come. */
function explained(error: Error, progress: CopyProgress | null): Problems {
  const reason = error.name === "AbortError" ? "You stopped it." : (problemsOf(error)[""] ?? error.message);
  const share = progress
    ? `${progress.done.toLocaleString("en")} of ${progress.total.toLocaleString("en")} records`
    : "none of the records";
  return { "": `The table is there, with ${share} copied. ${reason}` };
}
