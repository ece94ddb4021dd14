import { counted } from "@/components/tasks/counted";
import type { StorageKind } from "@/lib/field-types/storage";

/** The figures of summaries, in the words for most fields. */
export type FigureName =
  | "Count"
  | "Filled"
  | "Empty"
  | "Unique"
  | "% filled"
  | "% empty"
  | "% unique"
  | "Sum"
  | "Average"
  | "Median"
  | "Min"
  | "Max"
  | "Range";

type Words = { readonly [Name in FigureName]?: string };

const ofDates: Words = { Min: "Earliest", Max: "Latest" };
const ofStorage: { readonly [Kind in StorageKind]?: Words } = {
  boolean: { Filled: "Checked", Empty: "Unchecked", "% filled": "% checked", "% empty": "% unchecked" },
  date: ofDates,
  timestamp: ofDates,
};

/** The name of a figure for values of a kind; undefined for those of several kinds. */
export function figureName(name: FigureName, storage: StorageKind | undefined): string {
  return (storage && ofStorage[storage]?.[name]) ?? name;
}

/** A number of days, with at most one decimal. */
export function daysText(days: number): string {
  return counted(Math.round(days * 10) / 10, "day");
}
