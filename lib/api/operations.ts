import { baseOperations } from "./bases";
import type { Operation } from "./operation";
import { recordOperations } from "./records";
import { sessionOperations } from "./sessions";
import { tableOperations } from "./tables";

/** The API is the list of these. */
export const operations = [
  ...sessionOperations,
  ...baseOperations,
  ...tableOperations,
  ...recordOperations,
] as const;

/** The same, for code that treats them all alike; each one's own shapes are checked where it is written. */
export const everyOperation = operations as unknown as readonly Operation[];
