import { compare, type Subject, warmUp } from "./compare";
import type { BenchTable } from "./data";
import type { BenchRequest } from "./load";
import { printOutcomes, say } from "./report";

/** PATCH of one text field, through each of the servers, of another record each time. */
export async function measurePatches(
  subjects: readonly Subject[],
  { key, table, recordIds }: { key: string; table: BenchTable; recordIds: readonly string[] },
): Promise<void> {
  const fieldId = table.fields[0]?.id ?? "";
  let written = 0;
  await warmUp(subjects, { key, connections: 16, next });
  for (const connections of [1, 16]) {
    say(`PATCH of one text field, ${connections === 1 ? "1 connection" : `${connections} connections`}:`);
    printOutcomes(await compare(subjects, { key, connections, next }));
  }

  function next(): BenchRequest {
    written++;
    const recordId = recordIds[(written * 7919) % recordIds.length];
    // A value that is never the one before: a write that changes nothing would cost nothing.
    return {
      method: "PATCH",
      path: `${table.path}/${recordId}`,
      body: { record: { [fieldId]: `value ${written}` } },
    };
  }
}
