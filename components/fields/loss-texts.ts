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

/** Texts that explain what a change of a field would clear: a new type, removed options, or other settings. */
export function lossTexts(
  field: Field,
  { change, conversion }: { readonly change: FieldUpdate; readonly conversion: Conversion },
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
  const removed = removedLabels(field, change);
  if (removed.length > 0) {
    const labels = new Intl.ListFormat("en", { type: "disjunction" }).format(
      removed.map((label) => `“${label}”`),
    );
    const options = removed.length === 1 ? `the option ${labels}` : counted(removed.length, "option");
    return {
      title: `Remove ${options}?`,
      description: `${counted(lost, "record")} ${lost === 1 ? "uses" : "use"} ${labels}. It will be removed from ${lost === 1 ? "that cell" : "those cells"}.`,
      words: { confirm: `Remove from ${counted(lost, "record")}`, cancel: "Cancel" },
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

interface Option {
  readonly value?: string;
  readonly label: string;
}

/** The labels of options that a change removes. */
function removedLabels({ template }: Field, change: FieldUpdate): string[] {
  const before = (template as { options?: readonly Option[] }).options ?? [];
  const after = (change.template as { options?: readonly Option[] } | undefined)?.options;
  if (!after) return [];
  const kept = new Set(after.map(({ value }) => value));
  return before.filter(({ value }) => !kept.has(value)).map(({ label }) => label);
}
