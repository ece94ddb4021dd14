import type { Field } from "@/lib/contract/fields";
import { dayOfWord } from "@/lib/field-types/relative-days";

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
