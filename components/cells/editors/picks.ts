import { listFromText, listToText } from "@/lib/field-types/list";

/** What has been picked of a list so far, and the text that is searched for. */
export interface Picks {
  readonly picked: readonly string[];
  readonly search: string;
}

/** The draft as picks: what it begins with that can be picked, and the rest as what is searched for. */
export function picksIn(draft: string, isPick: (item: string) => boolean): Picks {
  const items = listFromText(draft);
  const rest = items.findIndex((item) => !isPick(item));
  const end = rest === -1 ? items.length : rest;
  return { picked: [...new Set(items.slice(0, end))], search: items.slice(end).join(", ") };
}

export function draftOfPicks({ picked, search }: Picks): string {
  const parts = [listToText(picked), search];
  return parts.filter((part) => part !== "").join(", ");
}

/** One more is picked, or one is no more; the search has done its work. */
export function toggled({ picked }: Picks, pick: string, allowMultiple: boolean): Picks {
  const others = picked.filter((each) => each !== pick);
  if (others.length < picked.length) return { picked: others, search: "" };
  return { picked: allowMultiple ? [...picked, pick] : [pick], search: "" };
}

export function withoutLast(picks: Picks): Picks {
  return { ...picks, picked: picks.picked.slice(0, -1) };
}
