import { useEffect } from "react";
import type { ViewPlace } from "@/lib/contract/places";
import { lastTableCookie, lastViewCookie } from "./last-used-cookies";

/** Stores the open table and view, if given, in cookies, so that the server can redirect to them next time. */
export function useRememberLast(opened: ViewPlace | null): void {
  const { databaseId, tableId, viewId } = opened ?? {};
  useEffect(() => {
    if (databaseId === undefined || tableId === undefined || viewId === undefined) return;
    const database = `/database/${databaseId}`;
    remember(lastTableCookie, tableId, database);
    remember(lastViewCookie, viewId, `${database}/${tableId}`);
  }, [databaseId, tableId, viewId]);
}

const seconds = 365 * 24 * 60 * 60;

function remember(name: string, value: string, path: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
  document.cookie = `${name}=${value}; Path=${path}; Max-Age=${seconds}; SameSite=Lax${secure}`;
}
