import type { ViewConfig } from "@/lib/contract/views";
import type { Subject } from "./subjects";

/** What records are sorted or grouped by, and which way. */
export type Order = ViewConfig["sorts"][number];

/** What one more order may go by, and those that an order may change to: each thing is ordered by once. */
export function freeSubjects(
  subjects: readonly Subject[],
  orders: readonly Order[],
  own?: string,
): Subject[] {
  const taken = new Set(orders.map(({ fieldId }) => fieldId).filter((id) => id !== own));
  return subjects.filter(({ id }) => !taken.has(id));
}

/** What records are most likely to be grouped by: what many of them share. */
export function likeliestGroup(free: readonly Subject[]): Subject | undefined {
  const isShared = ({ kind }: Subject) => kind === "option" || kind === "boolean";
  return free.find(isShared) ?? free[0];
}

/** How the two directions of a kind are called, the ascending one first. */
export function directionWords({ kind }: Pick<Subject, "kind">): readonly [asc: string, desc: string] {
  return words[kind] ?? ["Ascending", "Descending"];
}

const words: { readonly [Kind in Subject["kind"]]?: readonly [string, string] } = {
  text: ["A → Z", "Z → A"],
  number: ["1 → 9", "9 → 1"],
  date: ["Earliest → latest", "Latest → earliest"],
  timestamp: ["Earliest → latest", "Latest → earliest"],
  boolean: ["Unticked → ticked", "Ticked → unticked"],
  option: ["First → last option", "Last → first option"],
};
