"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LinkableTable } from "@/components/tables/linkable-tables";
import { useStable } from "@/components/ui/use-stable";
import { createChangeFeed } from "./change-feed";
import { createFreshness } from "./freshness";
import { openStream, whyRefused } from "./stream";

interface LiveChangesProps {
  readonly databaseId: string;
  /** All of the database, as the page names them. */
  readonly tables: readonly LinkableTable[];
  /** The place in the log from which on changes are missing in what the page came with. */
  readonly since: string;
}

/** Keeps a page of a database as it is by now, whoever changes it, for as long as the page is looked at. */
export function LiveChanges({ databaseId, tables, since }: LiveChangesProps) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const refreshPage = useStable(() => router.refresh());
  const tabs = useStable(() => tables);
  // The page may be sent anew; what has come since its first time is known.
  const [from] = useState(since);
  useEffect(() => {
    const freshness = createFreshness({ queryClient, databaseId, tabs, refreshPage });
    const feed = createChangeFeed(
      {
        open: (place, stream) => openStream({ databaseId, since: place }, stream),
        whyRefused: (place) => whyRefused({ databaseId, since: place }),
        onChanges: freshness.take,
        onLost: freshness.doubtEverything,
        onGone: refreshPage,
        later,
      },
      from,
    );
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    document.addEventListener("visibilitychange", listenWhileVisible, listening);
    window.addEventListener("online", listenAgain, listening);
    listenWhileVisible();
    return () => {
      stop.abort();
      feed.pause();
    };

    function listenWhileVisible(): void {
      if (document.visibilityState === "visible") feed.listen();
      else feed.pause();
    }
    /** Without waiting for the browser to find out that a connection is dead. */
    function listenAgain(): void {
      feed.pause();
      listenWhileVisible();
    }
  }, [queryClient, databaseId, from, tabs, refreshPage]);
  return null;
}

function later(act: () => void, milliseconds: number): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
