import type { ReactNode } from "react";
import { listFromText, listToText } from "@/lib/field-types/list";
import type { ComboBoxEntry } from "./combo-box";

/** The items picked so far and the search text. */
export interface Picks {
  readonly picked: readonly string[];
  readonly search: string;
}

/** Splits a draft into picks, which come first, and the search text. */
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

/** The entries of a list: what was found, and picked ones on top until a search starts. */
export function entriesOf<Item extends { readonly id: string }>(
  { picked, search }: Picks,
  { chosen, found }: { readonly chosen: readonly Item[]; readonly found: readonly Item[] },
  contentOf: (item: Item) => ReactNode,
): Required<ComboBoxEntry>[] {
  const shown = search === "" ? [...chosen, ...found.filter(({ id }) => !picked.includes(id))] : found;
  return shown.map((item) => ({
    key: item.id,
    content: contentOf(item),
    isPicked: picked.includes(item.id),
  }));
}

/** Adds or removes a pick and clears the search. */
export function toggled({ picked }: Picks, pick: string, allowMultiple: boolean): Picks {
  const others = picked.filter((each) => each !== pick);
  if (others.length < picked.length) return { picked: others, search: "" };
  return { picked: allowMultiple ? [...picked, pick] : [pick], search: "" };
}

export function withoutLast(picks: Picks): Picks {
  return { ...picks, picked: picks.picked.slice(0, -1) };
}
