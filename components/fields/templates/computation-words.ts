import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import { type RollupFunctionName, rollupFunctions } from "@/lib/field-types/computed/rollup-functions";

/** What a lookup, rollup or count shows, in words: "Sum of Amount of Deals". */
export function computationWords(
  { template }: Pick<Field, "template">,
  { fields }: Pick<Table, "fields">,
  linked: Pick<Table, "fields"> | undefined,
): string {
  const nameIn = (some: readonly Field[], id: unknown) => some.find((each) => each.id === id)?.name;
  const target = nameIn(linked?.fields ?? [], template.targetFieldId);
  const function_ = template.function as RollupFunctionName | undefined;
  const first = function_
    ? rollupFunctions[function_].label
    : "targetFieldId" in template
      ? undefined
      : "Number";
  const words = [first, target, nameIn(fields, template.linkFieldId)].filter((part) => part !== undefined);
  return `${words.join(" of ")}${template.filter ? ", only some of them" : ""}`;
}
