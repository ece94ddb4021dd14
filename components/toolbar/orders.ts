import type { ViewConfig } from "@/lib/contract/views";
import type { Subject } from "./subjects";

/** A sort or group: a field and a direction. */
export type Order = ViewConfig["sorts"][number];

/** The fields without an order, for a new or changed one: each field is used at most once. */
export function freeSubjects(
  subjects: readonly Subject[],
  orders: readonly Order[],
  own?: string,
): Subject[] {
  const taken = new Set(orders.map(({ fieldId }) => fieldId).filter((id) => id !== own));
  return subjects.filter(({ id }) => !taken.has(id));
}

/** The most likely field to group by: one whose values many records share. */
export function likeliestGroup(free: readonly Subject[]): Subject | undefined {
  const isShared = ({ kind }: Subject) => kind === "option" || kind === "boolean";
  return free.find(isShared) ?? free[0];
}

/** The names of the two directions for a kind of field. */
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
