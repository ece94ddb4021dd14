import { useSyncExternalStore } from "react";
import { subscribeToClock } from "@/components/ui/subscribe-to-clock";
import { wallTime } from "@/lib/field-types/zone";
import { minute } from "./spans/shift";

/** The present minute on the clocks of a zone. */
export function useNow(zone: string): number {
  const now = useSyncExternalStore(subscribeToClock, currentMinute, currentMinute);
  return wallTime(now, zone);
}

function currentMinute(): number {
  return Math.floor(Date.now() / minute) * minute;
}
