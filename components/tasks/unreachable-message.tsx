"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { toast } from "sonner";

const id = "unreachable";

/** Says that a page cannot be opened while the server is away, and that it is as soon as it can. */
export function UnreachableMessage() {
  const isOffline = useOffline();
  useEffect(() => {
    if (!isOffline) return;
    toast.error("The server can't be reached", {
      id,
      description: "The page you opened appears as soon as the server is back.",
      duration: Number.POSITIVE_INFINITY,
    });
    return () => void toast.dismiss(id);
  }, [isOffline]);
  return null;
}
