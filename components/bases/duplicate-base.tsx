"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod";
import { explained } from "@/components/forms/copying";
import { DuplicateDialog } from "@/components/forms/duplicate-dialog";
import { copyName } from "@/components/forms/free-name";
import { problemsIn } from "@/components/forms/problems";
import { useCopyRun } from "@/components/forms/use-copy-run";
import { useMay } from "@/components/rights/rights";
import { write } from "@/components/tasks/write";
import { name as nameShape } from "@/lib/contract/names";

interface DuplicateBaseProps {
  readonly base: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Duplicates a database, optionally with its records, and opens the copy. */
export function DuplicateBase({ base, onClose }: DuplicateBaseProps) {
  const mayWrite = useMay("edit-records");
  return (
    <DuplicateDialog
      kind="database"
      original={base.name}
      suggested={copyName(base.name, [])}
      contents={mayWrite ? "records" : null}
      {...useDuplicateBase(base.id, onClose)}
      check={(name) => problemsIn(z.object({ name: nameShape }), { name })}
      onClose={onClose}
    />
  );
}

function useDuplicateBase(databaseId: string, onDone: () => void) {
  const router = useRouter();
  const { progress, begin, stop } = useCopyRun();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, records }: { name: string; records: boolean }) =>
      write(
        "POST /bases/{databaseId}/duplicate",
        { params: { databaseId }, body: { name, records } },
        begin(),
      ),
    onSuccess: ({ id }) => {
      router.push(`/database/${id}`);
      onDone();
    },
  });
  return {
    onStart: (name: string, records: boolean) => mutate({ name, records }),
    copying: {
      // The server finishes a request that it has received; only waiting for the server can be stopped.
      stop: progress?.hindrance ? stop : undefined,
      progress,
      isBusy: isPending,
      isMade: false,
      problems: error ? explained(error, null) : {},
    },
  };
}
