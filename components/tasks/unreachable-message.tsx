"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";

const id = "unreachable";

/** Shows a message while a page cannot be opened because the server is unreachable. */
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
