import { useMemo, useSyncExternalStore } from "react";
import { subscribeToClock } from "@/components/ui/subscribe-to-clock";
import type { Field } from "@/lib/contract/fields";
import { viewersTimeZone } from "@/lib/field-types/zone";
import { type Today, todayOf } from "./today";

/** The present day; renders again at midnight. `served` is that of the server, which rendered the page. */
export function useToday(fields: readonly Field[], served: Today): Today {
  const key = useSyncExternalStore(
    subscribeToClock,
    () => JSON.stringify(todayOf(fields, { timeZone: viewersTimeZone(), now: Date.now() })),
    () => JSON.stringify(served),
  );
  return useMemo(() => JSON.parse(key) as Today, [key]);
}
