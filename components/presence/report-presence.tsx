"use client";

import { useEffect, useMemo } from "react";
import { api } from "@/lib/client/api";
import { usePeopleHere } from "./people-here";
import { selectedCell } from "./selected-cell";
import { makeReporter, useReporting } from "./use-reporting";

interface ReportPresenceProps {
  readonly databaseId: string;
  readonly tableId: string;
}

/** Reports to others which table and cell this page has open. */
export function ReportPresence({ databaseId, tableId }: ReportPresenceProps) {
  const reporter = useMemo(() => reporterIn(databaseId), [databaseId]);
  const hasCompany = usePeopleHere(databaseId).length > 0;
  useEffect(() => reporter.setCompany(hasCompany), [reporter, hasCompany]);
  useEffect(() => {
    const show = () => reporter.show({ tableId, cell: selectedCell.get() });
    show();
    return selectedCell.subscribe(show);
  }, [reporter, tableId]);
  useReporting(reporter);
  return null;
}

function reporterIn(databaseId: string) {
  return makeReporter((pageId, at) =>
    api("PUT /bases/{databaseId}/presence", {
      params: { databaseId },
      body: { pageId, at },
      // Completes even if the page is being left.
      keepalive: at === null,
    }),
  );
}
