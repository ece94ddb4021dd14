import { compare, type Subject, warmUp } from "./compare";
import type { BenchTable } from "./data";
import type { BenchRequest } from "./load";
import { printLine, printOutcomes } from "./report";

/** Measures PATCH of one text field on each server, of a different record each time. */
export async function measurePatches(
  subjects: readonly Subject[],
  { key, table, recordIds }: { key: string; table: BenchTable; recordIds: readonly string[] },
): Promise<void> {
  const fieldId = table.fields[0]?.id ?? "";
  let written = 0;
  await warmUp(subjects, { key, connections: 16, next });
  for (const connections of [1, 16]) {
    printLine(
      `PATCH of one text field, ${connections === 1 ? "1 connection" : `${connections} connections`}:`,
    );
    printOutcomes(await compare(subjects, { key, connections, next }));
  }

  function next(): BenchRequest {
    written++;
    const recordId = recordIds[(written * 7919) % recordIds.length];
    // A new value each time: the server skips writes that change nothing.
    return {
      method: "PATCH",
      path: `${table.path}/${recordId}`,
      body: { record: { [fieldId]: `value ${written}` } },
    };
  }
}
