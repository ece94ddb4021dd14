import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { FieldUpdate } from "../../contract/fields";
import { quote } from "../../field-types/text";
import type { MergedOptions } from "../conversion/convert-stored";
import type { FieldRow } from "./structure";

/** A field before and after its update. */
export interface FieldPair {
  readonly before: FieldRow;
  readonly after: FieldRow;
  /** The options that replace removed ones. */
  readonly merged?: MergedOptions | undefined;
}

/** New labels of options by their previous ones; null for removed options. */
export function changedLabels({ before, after, merged }: FieldPair): ReadonlyMap<string, string | null> {
  const labels = labelsOf(after);
  return new Map(
    [...labelsOf(before)].map(([value, label]) => [label, labels.get(merged?.get(value) ?? value) ?? null]),
  );
}

/** The options that the update merges into others. Throws a 400 for others than removed ones, and for unknown targets. */
export function mergedOptions(
  { before, after }: FieldPair,
  { mergedOptions: given = {} }: FieldUpdate,
): MergedOptions {
  const [was, is] = [
    labelsOf(before),
    before.type === after.type ? labelsOf(after) : new Map<string, string>(),
  ];
  const merged = new Map<string, string>();
  const problems: ErrorDetail[] = [];
  for (const [from, into] of Object.entries(given)) {
    const [removed, kept] = [valueIn(was, from), valueIn(is, into)];
    const path = `mergedOptions.${from}`;
    if (removed === undefined || is.has(removed))
      problems.push({ path, message: "is not an option that the new template leaves out" });
    else if (kept === undefined)
      problems.push({ path, message: `takes an option of the new template; ${quote(into)} is not one` });
    else merged.set(removed, kept);
  }
  if (problems.length > 0) throw badRequest(problems);
  return merged;
}

/** The updated field with its earlier default value, in which the merged options are replaced. */
export function withMergedDefault(
  { before, after }: FieldPair,
  merged: MergedOptions,
  { template: given = {} }: FieldUpdate,
): FieldRow {
  const [previous, template] = [before.template, after.template] as { default?: unknown }[];
  const options = [previous?.default ?? []].flat().map(String);
  if ("default" in given || !options.some((option) => merged.has(option))) return after;
  const replaced = [...new Set(options.map((option) => merged.get(option) ?? option))];
  const known = labelsOf(after);
  const left = replaced.filter((option) => known.has(option));
  const kept = Array.isArray(previous?.default) ? left : left[0];
  return { ...after, template: { ...template, default: kept } as FieldRow["template"] };
}

/** The value of an option by its value or label. */
function valueIn(labels: ReadonlyMap<string, string>, ref: string): string | undefined {
  return labels.has(ref) ? ref : [...labels].find(([, label]) => label === ref)?.[0];
}

/** The labels of a field's options by `value`; empty for other fields. */
function labelsOf({ template }: FieldRow): Map<string, string> {
  const { options = [] } = template as { options?: { value: string; label: string }[] };
  return new Map(options.map(({ value, label }) => [value, label]));
}
