"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ProgressBar } from "@/components/ui/progress-bar";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { ExportPlace } from "@/lib/contract/places";

/** In milliseconds. Most exports are complete before. */
const waitFirst = 1_500;

/** Shows the progress of an export that takes long, until it ends. The browser's list of downloads can cancel it. */
export function showExport(place: ExportPlace): void {
  setTimeout(async () => {
    if (!(await isRunning(place))) return;
    toast.loading("Exporting", {
      id: messageId(place),
      duration: Number.POSITIVE_INFINITY,
      // Updates itself: another call for each step would be announced.
      description: <ExportProgress place={place} />,
    });
  }, waitFirst);
}

function isRunning(place: ExportPlace): Promise<boolean> {
  return api("GET /bases/{databaseId}/exports/{exportId}", { params: { ...place } }).then(
    () => true,
    () => false,
  );
}

function ExportProgress({ place }: { place: ExportPlace }) {
  const { data, error } = useQuery(progressQuery(place));
  const isOver = hasCode(error, "NOT_FOUND");
  const id = messageId(place);
  useEffect(() => {
    if (isOver) toast.dismiss(id);
  }, [isOver, id]);
  const { records = 0, of = 0 } = data ?? {};
  return (
    <div className="flex flex-col gap-1 pt-1">
      <ProgressBar label="Exporting" value={data ? records : null} max={Math.max(1, of)} />
      <p className="text-muted tabular-nums">
        {`${records.toLocaleString("en")} of ${of.toLocaleString("en")} records`}
      </p>
    </div>
  );
}

function progressQuery({ databaseId, exportId }: ExportPlace) {
  return queryOptions({
    queryKey: ["export", databaseId, exportId],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/exports/{exportId}", { params: { databaseId, exportId }, signal }),
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state }) => (hasCode(state.error, "NOT_FOUND") ? false : 1_000),
    // The message goes away even if another tab is in front.
    refetchIntervalInBackground: true,
  });
}

function messageId({ exportId }: ExportPlace): string {
  return `export-${exportId}`;
}
