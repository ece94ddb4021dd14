import { useEffect } from "react";
import { setCookie } from "@/components/ui/set-cookie";
import { viewersTimeZone } from "@/lib/field-types/zone";
import { zoneCookie } from "./zone-cookie";

/** Stores the browser's time zone in a cookie, so that the server lists the records of today next time. */
export function useRememberZone(): void {
  useEffect(() => setCookie(zoneCookie, viewersTimeZone()), []);
}
