"use client";

import { useEffect, useMemo } from "react";
import { v4 } from "uuid";
import { api } from "@/lib/client/api";
import { later } from "@/lib/client/later";
import { usePeopleHere } from "./people-here";
import { createReporter } from "./reporter";
import { selectedCell } from "./selected-cell";

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
  useEffect(() => {
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    const wake = () => document.visibilityState === "visible" && reporter.wake();
    document.addEventListener("visibilitychange", wake, listening);
    window.addEventListener("pagehide", reporter.leave, listening);
    window.addEventListener("pageshow", ({ persisted }) => persisted && reporter.wake(), listening);
    reporter.wake();
    return () => {
      stop.abort();
      reporter.leave();
    };
  }, [reporter]);
  return null;
}

function reporterIn(databaseId: string) {
  return createReporter({
    send: (pageId, at) =>
      api("PUT /bases/{databaseId}/presence", {
        params: { databaseId },
        body: { pageId, at },
        // Completes even if the page is being left.
        keepalive: at === null,
      }),
    newId: v4,
    isVisible: () => document.visibilityState === "visible",
    later,
  });
}
