"use client";

import { useOffline } from "next/offline";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";

const id = "unreachable";

/** Says that pages cannot be opened while the server is unreachable. */
export function UnreachableMessage() {
  const isOffline = useOffline();
  useEffect(() => {
    if (!isOffline) return;
    toast.error("The server can't be reached", {
      id,
      description: "Pages that you open appear as soon as it is back.",
      duration: Number.POSITIVE_INFINITY,
    });
    return () => void toast.dismiss(id);
  }, [isOffline]);
  return null;
}
