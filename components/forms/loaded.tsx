"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { problemsOf } from "./problems";

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching"> & { refetch(): unknown };
  /** A plural noun for the data, such as "keys". */
  what: string;
  /** Keeps the data on the page, below the error, if reading it again fails. */
  keepsData?: boolean;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, the error with a retry, or a placeholder of about the height of two items. */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  what,
  keepsData = false,
  children,
}: LoadedProps<Data>) {
  const failure = error && (
    <div className="flex flex-col items-start gap-3">
      <Notice>{`The ${what} couldn't be loaded. ${problemsOf(error)[""] ?? error.message}`}</Notice>
      <Button disabled={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
  if (data !== undefined && (keepsData || !failure)) {
    return (
      <>
        {failure}
        {children(data)}
      </>
    );
  }
  if (failure) return failure;
  return (
    <div
      role="status"
      aria-label={`Loading ${what}`}
      className="divide-y divide-border border-border border-y"
    >
      {[1, 2].map((number) => (
        <div key={number} className="flex h-24 animate-pulse flex-col justify-center gap-3">
          <div className="h-4 w-40 rounded bg-hover" />
          <div className="h-4 w-full rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}
