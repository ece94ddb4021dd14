import { useEffect } from "react";
import { setCookie } from "@/components/ui/set-cookie";
import type { ViewPlace } from "@/lib/contract/places";
import { viewersTimeZone } from "@/lib/field-types/zone";
import { lastTableCookie, lastViewCookie, zoneCookie } from "./last-used-cookies";

/**
 * Stores the open table and view in cookies, so that the server can redirect to them next time, and the browser's time
 * zone, so that it lists the records of today. Stores nothing without a place: visitors of shared links get no cookies.
 */
export function useRememberLast(opened: ViewPlace | null): void {
  const { databaseId, tableId, viewId } = opened ?? {};
  useEffect(() => {
    if (databaseId === undefined || tableId === undefined || viewId === undefined) return;
    const database = `/database/${databaseId}`;
    setCookie(lastTableCookie, tableId, database);
    setCookie(lastViewCookie, viewId, `${database}/${tableId}`);
    setCookie(zoneCookie, viewersTimeZone());
  }, [databaseId, tableId, viewId]);
}
