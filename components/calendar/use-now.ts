import { useSyncExternalStore } from "react";
import { wallTime } from "@/lib/field-types/zone";
import { minute } from "./spans/shift";

/** The present minute on the clocks of a zone. */
export function useNow(zone: string): number {
  const now = useSyncExternalStore(subscribe, currentMinute, currentMinute);
  return wallTime(now, zone);
}

function currentMinute(): number {
  return Math.floor(Date.now() / minute) * minute;
}

/** Checks several times a minute, because timers stop while a computer sleeps. */
function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, minute / 6);
  return () => clearInterval(timer);
}
