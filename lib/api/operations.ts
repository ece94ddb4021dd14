import { attachmentOperations } from "./attachments";
import { baseOperations } from "./bases";
import { changeOperations } from "./changes";
import { documentOperations } from "./documents";
import { fieldOperations } from "./fields";
import { keyOperations } from "./keys";
import { listOperations } from "./lists";
import type { Operation } from "./operation";
import { recordOperations } from "./records";
import { sessionOperations } from "./sessions";
import { tableOperations } from "./tables";
import { trashOperations } from "./trash";
import { viewOperations } from "./views";

/** The API is the list of these. */
export const operations = [
  ...sessionOperations,
  ...baseOperations,
  ...tableOperations,
  ...fieldOperations,
  ...viewOperations,
  ...recordOperations,
  ...listOperations,
  ...changeOperations,
  ...trashOperations,
  ...attachmentOperations,
  ...keyOperations,
  ...documentOperations(() => everyOperation),
] as const;

/** The same, for code that treats them all alike; each one's own shapes are checked where it is written. */
export const everyOperation: readonly Operation[] = operations as unknown as readonly Operation[];
