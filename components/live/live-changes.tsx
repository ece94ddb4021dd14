"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { v4 } from "uuid";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import { showPresence } from "@/components/presence/people-here";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";
import { later } from "@/lib/client/later";
import { ApiError } from "@/lib/contract/errors";
import { createFollower, type Refusal } from "./follower";
import { createFreshness } from "./freshness";
import { hearHub, tellHub } from "./live-line";
import { notifySession } from "./notify-session";

interface LiveChangesProps {
  readonly databaseId: string;
  /** All tables of the database. */
  readonly tables: readonly LinkableTable[];
  /** The log position of the data that the page came with. */
  readonly since: string;
}

/** Keeps the data of a page current as anyone changes it. */
export function LiveChanges({ databaseId, tables, since }: LiveChangesProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const refreshPage = useStable(() => router.refresh());
  const tabs = useStable(() => tables);
  // When the server renders the page again, the follower continues from its own position.
  const [from] = useState(since);
  useEffect(() => {
    const freshness = createFreshness({ queryClient, databaseId, tabs, refreshPage });
    const follower = createFollower(
      { id: v4(), databaseId, since: from },
      {
        send: tellHub,
        isVisible: () => document.visibilityState === "visible",
        read: (place) =>
          api("GET /bases/{databaseId}/changes", { params: { databaseId }, query: { since: place } }),
        refusalOf: (error) => (error instanceof ApiError && refusals[error.code]) || "passing",
        onChanges: freshness.take,
        onUnlogged: { erased: freshness.doubtTrash, rules: freshness.doubtEverything },
        onPresence: showPresence,
        onLost: freshness.doubtEverything,
        onGone: refreshPage,
        later,
      },
    );
    const stopHearing = hearHub((message) => {
      if (message.kind === "session") notifySession(message);
      else follower.receive(message);
    });
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    document.addEventListener("visibilitychange", follower.join, listening);
    window.addEventListener("online", () => tellHub({ kind: "retry" }), listening);
    window.addEventListener("pagehide", follower.leave, listening);
    window.addEventListener("pageshow", ({ persisted }) => persisted && follower.join(), listening);
    follower.join();
    return () => {
      stop.abort();
      follower.leave();
      stopHearing();
      showPresence(null);
    };
  }, [queryClient, databaseId, from, tabs, refreshPage]);
  return null;
}

const refusals: { readonly [Code in ApiError["code"]]?: Refusal } = {
  BAD_REQUEST: "place",
  NOT_FOUND: "gone",
};
