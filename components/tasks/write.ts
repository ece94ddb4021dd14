import type { OperationKey } from "@/lib/api/operation-key";
import { type Answered, type Input, request } from "@/lib/client/api";
import { persist } from "./retry";
import type { TaskRun } from "./tasks";

/** Sends a write until the server responds. However often it is sent, it is applied once. */
export function write<Key extends OperationKey>(
  operation: Key,
  given: Input<Key>,
  run: TaskRun,
): Promise<Answered<Key>> {
  return persist((idempotencyKey) => request(operation, { ...given, idempotencyKey }), run);
}
