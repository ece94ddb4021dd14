import { useEffect } from "react";
import { setCookie } from "@/components/ui/set-cookie";
import type { ViewPlace } from "@/lib/contract/places";
import { lastTableCookie, lastViewCookie } from "./last-used-cookies";

/** Stores the open table and view, if given, in cookies, so that the server can redirect to them next time. */
export function useRememberLast(opened: ViewPlace | null): void {
  const { databaseId, tableId, viewId } = opened ?? {};
  useEffect(() => {
    if (databaseId === undefined || tableId === undefined || viewId === undefined) return;
    const database = `/database/${databaseId}`;
    setCookie(lastTableCookie, tableId, database);
    setCookie(lastViewCookie, viewId, `${database}/${tableId}`);
  }, [databaseId, tableId, viewId]);
}
