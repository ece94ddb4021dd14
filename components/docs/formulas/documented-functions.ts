import { exampleText } from "@/components/formulas/example-text";
import { type FunctionEntry, functions, type Group, groups, sampleFields, usageOf } from "@/lib/formulas";

/** A function as the reference shows it. Plain data, because the search runs in the browser. */
export interface DocumentedFunction {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly usage: string;
  readonly sentence: string;
  readonly examples: readonly string[];
}

export interface DocumentedGroup {
  readonly title: string;
  readonly functions: readonly DocumentedFunction[];
}

/** The fields of the record that all examples are about, with their values. */
export const sampleValues: readonly { readonly name: string; readonly shown: string }[] = sampleFields.map(
  ({ name, shown }) => ({ name, shown }),
);

const titles: { readonly [Name in Exclude<Group, "operators">]: string } = {
  logic: "Logic functions",
  numbers: "Number functions",
  counting: "Counting functions",
  text: "Text functions",
  dates: "Date functions",
  lists: "List functions",
  record: "Record functions",
};

export function documentedGroups(): DocumentedGroup[] {
  return groups.map((group) => ({
    title: titles[group],
    functions: functions.filter((entry) => entry.group === group).map(documented),
  }));
}

function documented(entry: FunctionEntry): DocumentedFunction {
  const { name, aliases = [], sentence, examples } = entry;
  return { name, aliases, usage: usageOf(entry), sentence, examples: examples.map(exampleText) };
}
