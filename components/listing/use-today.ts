import { useMemo, useSyncExternalStore } from "react";
import { subscribeToClock } from "@/components/ui/subscribe-to-clock";
import type { Field } from "@/lib/contract/fields";
import { dayOfWord } from "@/lib/field-types/relative-days";
import { viewersTimeZone } from "@/lib/field-types/zone";

/** The present day, by which filters such as "is within this week" are read. */
export interface Today {
  /** The zone of the viewer. */
  readonly timeZone: string;
  /** Changes at midnight, in this zone or in one of a field. */
  readonly days: string;
}

export function todayOf(
  fields: readonly Field[],
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): Today {
  const own = fields.flatMap(({ template }) => (template.timezone ? [String(template.timezone)] : []));
  const zones = [...new Set([timeZone, ...own])];
  return { timeZone, days: zones.map((zone) => dayOfWord("today", zone, now)).join(" ") };
}

/** The present day; renders again at midnight. `served` is that of the server, which rendered the page. */
export function useToday(fields: readonly Field[], served: Today): Today {
  const key = useSyncExternalStore(
    subscribeToClock,
    () => JSON.stringify(todayOf(fields, { timeZone: viewersTimeZone(), now: Date.now() })),
    () => JSON.stringify(served),
  );
  return useMemo(() => JSON.parse(key) as Today, [key]);
}
