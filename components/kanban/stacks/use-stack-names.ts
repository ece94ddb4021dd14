import { useMemo } from "react";
import { unnamed, useRecordNames } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import type { StackPage } from "@/lib/contract/stacks";
import { nameOfStack, stackIdOf } from "./stack-values";

/** The names of stacks by their ids. Those of linked records are empty until they are loaded. */
export function useStackNames(
  databaseId: string,
  field: Field,
  stacks: StackPage["stacks"],
): ReadonlyMap<string, string> {
  const unknown = stacks
    .filter(({ key }) => nameOfStack(field, key) === undefined)
    .map(({ key }) => String(key));
  const { tableId = "" } = field.template as { tableId?: string };
  const names = useRecordNames({ databaseId, tableId }, unknown);
  const loaded = unknown.map((id, index) => [id, names[index]] as const);
  const known = JSON.stringify(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the loaded names
  return useMemo(() => {
    const ofRecords = new Map(loaded.map(([id, name]) => [id, name === "" ? unnamed : (name ?? "")]));
    return new Map(
      stacks.map(({ key }) => [stackIdOf(key), nameOfStack(field, key) ?? ofRecords.get(String(key)) ?? ""]),
    );
  }, [field, stacks, known]);
}
