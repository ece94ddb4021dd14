import { counted } from "@/components/tasks/counted";
import type { Conversion, Dependent, Field, FieldUpdate } from "@/lib/contract/fields";
import { fieldType } from "@/lib/field-types";
import { namesOf } from "./dependents";

interface LossTexts {
  readonly title: string;
  readonly description: string;
  readonly words: { readonly confirm: string; readonly cancel: string };
  /** True if the values should be listed, because the title does not name them. */
  readonly isListed: boolean;
}

/** Options that replace removed ones, by the values of both. An option that is just being added goes by its label. */
export type MergedOptions = NonNullable<FieldUpdate["mergedOptions"]>;

/** Texts that explain what a change of a field would clear: a new type, removed options, or other settings. */
export function lossTexts(
  field: Field,
  { change, conversion }: { readonly change: FieldUpdate; readonly conversion: Conversion },
  merged: MergedOptions = {},
): LossTexts {
  const { lost, created = 0, dependents = [] } = conversion;
  const clear = counted(lost, "cell");
  if (change.type !== undefined && change.type !== field.type) {
    const { label } = fieldType(change.type);
    const creation = created > 0 ? `${counted(created, "record")} will be created for missing names.` : "";
    if (lost === 0) {
      const errors =
        dependents.length > 0
          ? `${namesOf(dependents)} can't be computed from ${label} and will show an error.`
          : "";
      return {
        title: `Convert “${field.name}” to ${label}?`,
        description: [creation, errors].filter(Boolean).join(" "),
        words: {
          confirm: created > 0 ? `Convert and create ${counted(created, "record")}` : "Convert",
          cancel: "Cancel",
        },
        isListed: false,
      };
    }
    return {
      title: `Convert “${field.name}” to ${label}?`,
      description: `${creation && `${creation} `}${broken(dependents)}${counted(lost, "value")} can't be converted to ${label} and will be cleared:`,
      words: { confirm: `Convert and clear ${clear}`, cancel: "Cancel" },
      isListed: true,
    };
  }
  const { removed } = optionsOf(field, change);
  if (removed.length > 0) {
    const labels = listed(removed);
    const options = removed.length === 1 ? `the option ${labels}` : counted(removed.length, "option");
    const cleared = removed.filter(({ value }) => merged[value] === undefined);
    const records = counted(lost, "record");
    const uses = `${records} ${lost === 1 ? "uses" : "use"} ${labels}.`;
    const pronoun = cleared.length === removed.length ? "It" : listed(cleared);
    const clearing = `${pronoun} will be removed from ${lost === 1 ? "that cell" : "those cells"}.`;
    return {
      title: `Remove ${options}?`,
      description: cleared.length > 0 ? `${uses} ${clearing}` : uses,
      words: {
        confirm: cleared.length > 0 ? `Remove from ${records}` : `Replace in ${records}`,
        cancel: "Cancel",
      },
      isListed: false,
    };
  }
  return {
    title: `Change “${field.name}”?`,
    description: `${counted(lost, "value")} ${lost === 1 ? "doesn't" : "don't"} fit the new settings and will be cleared:`,
    words: { confirm: `Change and clear ${clear}`, cancel: "Cancel" },
    isListed: true,
  };
}

function broken(dependents: readonly Dependent[]): string {
  return dependents.length === 0 ? "" : `${namesOf(dependents)} will show an error. `;
}

interface LossLines {
  readonly shown: readonly { readonly text: string; readonly count: number }[];
  readonly more: number;
}

/** The first lost values with their counts, merged if they look alike, and the number of others. */
export function linesOf({ lost, values }: Conversion, textOf: (value: unknown) => string): LossLines {
  const counts = new Map<string, number>();
  for (const { value, count } of values) {
    const text = textOf(value);
    counts.set(text, (counts.get(text) ?? 0) + count);
  }
  const shown = [...counts]
    .map(([text, count]) => ({ text, count }))
    .sort((one, other) => other.count - one.count);
  return { shown, more: lost - shown.reduce((sum, { count }) => sum + count, 0) };
}

interface Options {
  readonly removed: readonly NamedOption[];
  readonly kept: readonly NamedOption[];
}

interface NamedOption {
  readonly value: string;
  readonly label: string;
}

/** The options of a field that a change removes, and those that there are after it. */
export function optionsOf({ template }: Field, { template: changed }: FieldUpdate): Options {
  const [before, after] = [template, changed].map(
    (each) => (each as { options?: readonly Partial<NamedOption>[] } | undefined)?.options,
  );
  if (!before || !after) return { removed: [], kept: [] };
  const kept = after.map(({ label = "", value = label }) => ({ value, label }));
  const left = new Set(kept.map(({ value }) => value));
  return { kept, removed: (before as NamedOption[]).filter(({ value }) => !left.has(value)) };
}

function listed(options: readonly NamedOption[]): string {
  const labels = options.map(({ label }) => `“${label}”`);
  return new Intl.ListFormat("en", { type: "disjunction" }).format(labels);
}
