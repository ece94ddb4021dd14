"use client";

import { useEffect, useMemo } from "react";
import type { SharedLink } from "@/components/listing/record-source";
import { api } from "@/lib/client/api";
import { makeReporter, useReporting } from "./use-reporting";

interface ReportVisitProps {
  readonly link: SharedLink;
  readonly tableId: string;
}

/** Counts this page among the visitors of a shared link. */
export function ReportVisit({ link, tableId }: ReportVisitProps) {
  const { token, password } = link;
  const reporter = useMemo(() => reporterOf(token, password), [token, password]);
  useEffect(() => reporter.show({ tableId, cell: null }), [reporter, tableId]);
  useReporting(reporter);
  return null;
}

function reporterOf(token: string, password: string | null) {
  return makeReporter((pageId, at) =>
    api("PUT /shared/{token}/presence", {
      params: { token },
      body: { pageId, isOpen: at !== null },
      ...(password !== null && { sharePassword: password }),
      keepalive: at === null,
    }),
  );
}
